// base/lazy.S: a function for each one that is called of libraries which base/lazy.c opens later.
//
// In:   lazy_functions.inc, made by tools/list-lazy: for each library `library FILE`, then `function NAME` for each
// Out:  the functions; lazy_libraries, lazy_names, lazy_found and lazy_slots of lazy.c
//
// A function jumps to where its slot points: at first to code that passes its number to lazy_function, with all
// registers that hold arguments kept, and jumps to the address that comes back; later to the library's own.

        .macro  hidden name
        .globl  \name
        .hidden \name
        .endm

#if defined(__x86_64__)

        .macro  enter                   // as far as the processor checks where jumps go
        endbr64
        .endm
        .macro  jump_by_slot n
        jmp     *lazy_slots+8*\n(%rip)
        .endm
        .macro  find_number n
        pushq   $\n
        .cfi_adjust_cfa_offset 8
        jmp     find
        .cfi_adjust_cfa_offset -8
        .endm

        .text
        .p2align 4
        .type   find, %function
find:   .cfi_startproc
        .cfi_def_cfa_offset 16          // the return address and the number
        .irp    r, rax, rdi, rsi, rdx, rcx, r8, r9      // rax: how many arguments are in xmm registers
        pushq   %\r
        .cfi_adjust_cfa_offset 8
        .endr
        subq    $136, %rsp              // 8 more keep the stack aligned
        .cfi_adjust_cfa_offset 136
        .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
        movaps  %xmm\i, 16*\i(%rsp)
        .endr
        movq    136+7*8(%rsp), %rdi
        call    lazy_function
        movq    %rax, %r11
        .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
        movaps  16*\i(%rsp), %xmm\i
        .endr
        addq    $136, %rsp
        .cfi_adjust_cfa_offset -136
        .irp    r, r9, r8, rcx, rdx, rsi, rdi, rax
        popq    %\r
        .cfi_adjust_cfa_offset -8
        .endr
        addq    $8, %rsp
        .cfi_adjust_cfa_offset -8
        jmp     *%r11
        .cfi_endproc
        .size   find, .-find

#elif defined(__aarch64__)

        .macro  enter
        hint    #34                     // bti c
        .endm
        .macro  jump_by_slot n
        adrp    x16, lazy_slots+8*\n
        ldr     x16, [x16, #:lo12:lazy_slots+8*\n]
        br      x16
        .endm
        .macro  find_number n
        mov     x17, #\n
        b       find
        .endm

        .text
        .p2align 4
        .type   find, %function
find:   .cfi_startproc
        stp     x29, x30, [sp, #-224]!
        .cfi_def_cfa_offset 224
        .cfi_offset 29, -224
        .cfi_offset 30, -216
        stp     x0, x1, [sp, #16]
        stp     x2, x3, [sp, #32]
        stp     x4, x5, [sp, #48]
        stp     x6, x7, [sp, #64]
        str     x8, [sp, #80]           // where a large result goes
        stp     q0, q1, [sp, #96]
        stp     q2, q3, [sp, #128]
        stp     q4, q5, [sp, #160]
        stp     q6, q7, [sp, #192]
        mov     x0, x17
        bl      lazy_function
        mov     x16, x0
        ldp     x0, x1, [sp, #16]
        ldp     x2, x3, [sp, #32]
        ldp     x4, x5, [sp, #48]
        ldp     x6, x7, [sp, #64]
        ldr     x8, [sp, #80]
        ldp     q0, q1, [sp, #96]
        ldp     q2, q3, [sp, #128]
        ldp     q4, q5, [sp, #160]
        ldp     q6, q7, [sp, #192]
        ldp     x29, x30, [sp], #224
        .cfi_restore 29
        .cfi_restore 30
        .cfi_def_cfa_offset 0
        br      x16
        .cfi_endproc
        .size   find, .-find

#else
#error "lazy.S does not know this processor; CMakeLists.txt links the libraries there"
#endif

// --- the functions, and for each the code that its slot points to at first; lists beside them -------

        .set    count, 0
        .altmacro

        .macro  library file
        put_library \file, %count
        .endm

        .macro  put_library file, n
        .section .rodata.lazy_files, "a"
file_\n: .asciz "\file"
        .section .data.rel.ro.lazy_libraries, "aw"
        .quad   file_\n, \n
        .endm

        .macro  function name
        put_function \name, %count
        .set    count, count + 1
        .endm

        .macro  put_function name, n
        .text
        .p2align 4
        .type   \name, %function
        hidden  \name
\name:  .cfi_startproc
        enter
        jump_by_slot \n
        .cfi_endproc
        .size   \name, .-\name
        .type   first_\n, %function
first_\n: .cfi_startproc
        enter
        find_number \n
        .cfi_endproc
        .size   first_\n, .-first_\n
        .section .rodata.lazy_names, "a"
        .asciz  "\name"
        .section .data.rel.local.lazy_slots, "aw"
        .quad   first_\n
        .endm

        .section .data.rel.ro.lazy_libraries, "aw"
        .p2align 3
        hidden  lazy_libraries
lazy_libraries:
        .section .rodata.lazy_names, "a"
        hidden  lazy_names
lazy_names:
        .section .data.rel.local.lazy_slots, "aw"
        .p2align 3
        hidden  lazy_slots
lazy_slots:

        .include "lazy_functions.inc"

        .section .data.rel.ro.lazy_libraries, "aw"
        .quad   0, count
        .bss
        .p2align 3
        hidden  lazy_found
lazy_found: .zero 8*count

        .section .note.GNU-stack, "", %progbits
