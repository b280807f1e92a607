/* The context switch for x86-64, System V. It ends in `pop; jmp`, not `ret`: the return predictor has no entry for the
 * other stack, and a mispredicted return costs more than the whole switch. */
    .text
    .globl context_switch
    .hidden context_switch
    .type context_switch, @function
context_switch:
    .cfi_startproc
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    popq %rcx
    jmp *%rcx
    .cfi_endproc
    .size context_switch, . - context_switch

/* First instruction on a fresh stack: r12 holds the entry. The return address is marked undefined, so that backtraces end here. */
    .globl context_start
    .hidden context_start
    .type context_start, @function
context_start:
    .cfi_startproc
    .cfi_undefined rip
    movq %r12, %rax
    xorl %r12d, %r12d
    callq *%rax
    ud2
    .cfi_endproc
    .size context_start, . - context_start

    .globl context_clear
    .hidden context_clear
    .type context_clear, @function
context_clear:
    .cfi_startproc
    pxor %xmm0, %xmm0
    pxor %xmm1, %xmm1
    pxor %xmm2, %xmm2
    pxor %xmm3, %xmm3
    pxor %xmm4, %xmm4
    pxor %xmm5, %xmm5
    pxor %xmm6, %xmm6
    pxor %xmm7, %xmm7
    pxor %xmm8, %xmm8
    pxor %xmm9, %xmm9
    pxor %xmm10, %xmm10
    pxor %xmm11, %xmm11
    pxor %xmm12, %xmm12
    pxor %xmm13, %xmm13
    pxor %xmm14, %xmm14
    pxor %xmm15, %xmm15
    xorl %eax, %eax
    xorl %ecx, %ecx
    xorl %edx, %edx
    xorl %r8d, %r8d
    xorl %r9d, %r9d
    xorl %r10d, %r10d
    xorl %r11d, %r11d
    ret
    .cfi_endproc
    .size context_clear, . - context_clear

/* Signal handlers return through this code: the only place whose system calls are not trapped while an actor runs. */
    .globl context_sigreturn
    .hidden context_sigreturn
    .type context_sigreturn, @function
    .align 16
context_sigreturn:
    movl $15, %eax
    syscall
    .align 16
    .size context_sigreturn, . - context_sigreturn

    .section .note.GNU-stack, "", @progbits
