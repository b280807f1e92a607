/* main() for programs that are a list of HR_TEST. A program with its own main() never gets here. */
int hr_test_main_(int argc, char **argv);

__attribute__((visibility("default"))) int main(int argc, char **argv)
{
    return hr_test_main_(argc, argv);
}
