// cardinal.com: what a command line starts where a person types cardinal. It runs cardinal.exe beside it with the same arguments, streams
// and console, and waits for it. A command line does not wait for cardinal.exe, which has a window and no console.
#include <windows.h>
#include <stdio.h>
#include <wchar.h>

// cardinal.exe is on the same console and ends itself.
static BOOL WINAPI stay(DWORD event) { return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT; }

int wmain(void)
{
    static wchar_t program[32768], line[32768 + 32768];
    DWORD length = GetModuleFileNameW(NULL, program, 32768);
    if (length < 4 || length >= 32768)
        return 1;
    wcscpy(program + length - 4, L".exe");

    const wchar_t *arguments = GetCommandLineW();
    if (*arguments == L'"') {
        arguments = wcschr(arguments + 1, L'"');
        arguments = arguments ? arguments + 1 : L"";
    } else {
        arguments += wcscspn(arguments, L" \t");
    }
    wcscpy(line, L"\"");
    wcscat(line, program);
    wcscat(line, L"\"");
    wcsncat(line, arguments, 32767);

    STARTUPINFOW start = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES,
        .hStdInput = GetStdHandle(STD_INPUT_HANDLE), .hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE), .hStdError = GetStdHandle(STD_ERROR_HANDLE)};
    PROCESS_INFORMATION child;
    SetConsoleCtrlHandler(stay, TRUE);
    if (!CreateProcessW(program, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &child)) {
        fprintf(stderr, "cardinal: Windows does not start cardinal.exe beside cardinal.com: error %lu\n", GetLastError());
        return 1;
    }
    WaitForSingleObject(child.hProcess, INFINITE);
    DWORD code = 1;
    GetExitCodeProcess(child.hProcess, &code);
    return (int)code;
}
