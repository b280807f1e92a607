/* Linked statically: the checker cannot be loaded into it. */
int main(void)
{
    return 0;
}
