// The Finder hands files to a program as an event, not as arguments: on a double click, by Open with, and by a drop onto the icon. GLFW's
// delegate of the application takes no such event, and gets a method for it here.
#include <objc/message.h>
#include <objc/runtime.h>

#include "_cgo_export.h"

static signed char openFile(id self, SEL command, id application, id path)
{
    const char *text = ((const char *(*)(id, SEL))objc_msgSend)(path, sel_registerName("UTF8String"));
    if (text)
        finderOpens((char *)text);
    return 1;
}

void listenToFinder(void)
{
    Class delegate = (Class)objc_getClass("GLFWApplicationDelegate");
    if (delegate)
        class_addMethod(delegate, sel_registerName("application:openFile:"), (IMP)openFile, "c@:@@");
}
