// What no operation of the dialect says yet, in LLVM's: v(i) = f(u(t(i))), where f is
// a function from outside and the values of t lie in the second range.
module attributes {gt.image = #gt.image<
    storages = [!gt.storage<[I], i32, unit>, !gt.storage<[I], f64, unit>, !gt.storage<[I], f64, unit>],
    ranges = 2, tables = [0 in 1 by (-1, 1)], imports = ["gtjit_test_unused" : 810511921148934778, "gtjit_test_scale" : 810511921148934778]>} {
  llvm.func @k0(%args: !llvm.ptr, %tile: !llvm.ptr)
      attributes {gt.kernel = #gt.kernel_info<"gather", storages = [read 0, read 1, write 2], loops = [0]>} {
    %one = llvm.mlir.constant(1 : i64) : i64
    %storages = llvm.load %args : !llvm.ptr -> !llvm.ptr
    %address0 = llvm.load %storages : !llvm.ptr -> !llvm.ptr
    %place1 = llvm.getelementptr %storages[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %address1 = llvm.load %place1 : !llvm.ptr -> !llvm.ptr
    %place2 = llvm.getelementptr %storages[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %address2 = llvm.load %place2 : !llvm.ptr -> !llvm.ptr
    %t = llvm.load %address0 : !llvm.ptr -> !llvm.ptr
    %u = llvm.load %address1 : !llvm.ptr -> !llvm.ptr
    %v = llvm.load %address2 : !llvm.ptr -> !llvm.ptr
    %placeOfImports = llvm.getelementptr %args[56] : (!llvm.ptr) -> !llvm.ptr, i8
    %imports = llvm.load %placeOfImports : !llvm.ptr -> !llvm.ptr
    %placeOfFunction = llvm.getelementptr %imports[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %function = llvm.load %placeOfFunction : !llvm.ptr -> !llvm.ptr
    %first = llvm.load %tile : !llvm.ptr -> i64
    %placeOfLast = llvm.getelementptr %tile[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %last = llvm.load %placeOfLast : !llvm.ptr -> i64
    llvm.br ^point(%first : i64)
  ^point(%i: i64):
    %from = llvm.getelementptr %t[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %value = llvm.load %from : !llvm.ptr -> i32
    %index = llvm.sext %value : i32 to i64
    %where = llvm.getelementptr %u[%index] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %x = llvm.load %where : !llvm.ptr -> f64
    %y = llvm.call %function(%x) : !llvm.ptr, (f64) -> f64
    %to = llvm.getelementptr %v[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %y, %to : f64, !llvm.ptr
    %next = llvm.add %i, %one : i64
    %more = llvm.icmp "slt" %next, %last : i64
    llvm.cond_br %more, ^point(%next : i64), ^end
  ^end:
    llvm.return
  }
}
