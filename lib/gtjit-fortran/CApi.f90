!===- CApi.f90 - The C API as Fortran sees it ------------------------------===!
!
! The functions of gtjit-c and the structures that they take, as interfaces. Seen
! by the module gtjit only.
!
!===------------------------------------------------------------------------===!
module gtjit_c_api
  use, intrinsic :: iso_c_binding
  implicit none
  public

  type, bind(C) :: source_line
    type(c_ptr) :: file = c_null_ptr
    integer(c_int) :: line = 0
  end type

  type, bind(C) :: array_options
    integer(c_size_t) :: size = 0
    type(c_ptr) :: dimensions = c_null_ptr, lower = c_null_ptr, halo_low = c_null_ptr, halo_high = c_null_ptr
    integer(c_int) :: type = -1
    type(c_ptr) :: name = c_null_ptr
    integer(c_int) :: read_only = 0
    type(c_ptr) :: kinds = c_null_ptr
    integer(c_int) :: storage_kind = 0
    type(c_ptr) :: device_data = c_null_ptr
    integer(c_int) :: nontemporal = 0
  end type

  type, bind(C) :: halo_fill
    type(c_ptr) :: dimension = c_null_ptr
    integer(c_int) :: kind = 0
    real(c_double) :: value = 0
  end type

  !> How functions give results, as gtjitResults.
  integer(c_int), parameter :: way_returned = 0, way_placed = 1, way_status = 2, way_status_last = 3

  type, bind(C) :: prototype
    integer(c_size_t) :: size = 0
    type(c_ptr) :: results = c_null_ptr
    integer(c_size_t) :: result_count = 0
    type(c_ptr) :: operands = c_null_ptr
    integer(c_size_t) :: operand_count = 0
    integer(c_int) :: way = 0, takes_references = 0, has_effects = 0
  end type

  !> An array as a function on whole arrays gets it; `gtjit_array` lets a pointer be it.
  type, bind(C) :: gtjit_memref
    type(c_ptr) :: data, sizes, strides, origins
    integer(c_int32_t) :: rank, type
  end type

  type, bind(C) :: failed_point
    type(c_ptr) :: symbol = c_null_ptr
    integer(c_int) :: status = 0
    integer(c_size_t) :: dimension_count = 0
    type(c_ptr) :: dimensions = c_null_ptr, coordinates = c_null_ptr
  end type

  type, bind(C) :: executor
    type(c_ptr) :: context = c_null_ptr
    type(c_funptr) :: run = c_null_funptr, threads = c_null_funptr
  end type
  type, bind(C) :: allocator
    type(c_ptr) :: context = c_null_ptr
    type(c_funptr) :: allocate = c_null_funptr, deallocate = c_null_funptr
  end type
  type, bind(C) :: runtime_options
    integer(c_size_t) :: size = 0
    type(executor) :: executor
    type(allocator) :: allocator
    integer(c_int) :: threads = 0, reference = 0
    type(c_ptr) :: device = c_null_ptr, stream = c_null_ptr
  end type

  interface
    subroutine c_default_runtime_options(options, size) bind(C, name='gtjitDefaultRuntimeOptions')
      import
      type(runtime_options), intent(out) :: options
      integer(c_size_t), value :: size
    end subroutine
    subroutine c_default_array_options(options, size) bind(C, name='gtjitDefaultArrayOptions')
      import
      type(array_options), intent(out) :: options
      integer(c_size_t), value :: size
    end subroutine
    function c_runtime_create(options, handle) bind(C, name='gtjitRuntimeCreate') result(code)
      import
      type(runtime_options), intent(in) :: options
      type(c_ptr), intent(out) :: handle
      integer(c_int) :: code
    end function
    function c_runtime_retain(handle) bind(C, name='gtjitRuntimeRetain') result(same)
      import
      type(c_ptr), value :: handle
      type(c_ptr) :: same
    end function
    function c_runtime_wait(handle, line) bind(C, name='gtjitRuntimeWait') result(code)
      import
      type(c_ptr), value :: handle
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    subroutine c_runtime_destroy(handle) bind(C, name='gtjitRuntimeDestroy')
      import
      type(c_ptr), value :: handle
    end subroutine
    function c_wrap(runtime, array, options, line, handle) bind(C, name='gtjitWrapDescriptor') result(code)
      import
      type(c_ptr), value :: runtime
      type(*), dimension(..), intent(in), target :: array
      type(array_options), intent(in) :: options
      type(source_line), value :: line
      type(c_ptr), intent(out) :: handle
      integer(c_int) :: code
    end function
    function c_fill_halo(handle, fills, count, line) bind(C, name='gtjitFillHalo') result(code)
      import
      type(c_ptr), value :: handle
      type(halo_fill), intent(in) :: fills(*)
      integer(c_size_t), value :: count
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    function c_touch(handle, line) bind(C, name='gtjitStorageTouch') result(code)
      import
      type(c_ptr), value :: handle
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    function c_data(handle, line, address) bind(C, name='gtjitStorageData') result(code)
      import
      type(c_ptr), value :: handle
      type(source_line), value :: line
      type(c_ptr), intent(out) :: address
      integer(c_int) :: code
    end function
    function c_device_data(handle, line, address) bind(C, name='gtjitStorageDeviceData') result(code)
      import
      type(c_ptr), value :: handle
      type(source_line), value :: line
      type(c_ptr), intent(out) :: address
      integer(c_int) :: code
    end function
    function c_sync_state(handle, line, state) bind(C, name='gtjitStorageSyncState') result(code)
      import
      type(c_ptr), value :: handle
      type(source_line), value :: line
      integer(c_int), intent(out) :: state
      integer(c_int) :: code
    end function
    function c_set_host_modified(handle, line) bind(C, name='gtjitStorageSetHostModified') result(code)
      import
      type(c_ptr), value :: handle
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    function c_set_device_modified(handle, line) bind(C, name='gtjitStorageSetDeviceModified') result(code)
      import
      type(c_ptr), value :: handle
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    function c_program_set_device(handle, device, line) bind(C, name='gtjitProgramSetDevice') result(code)
      import
      type(c_ptr), value :: handle, device
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    function c_set_synchronized(handle, line) bind(C, name='gtjitStorageSetSynchronized') result(code)
      import
      type(c_ptr), value :: handle
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    function c_host_to_device(handle, force, line) bind(C, name='gtjitStorageHostToDevice') result(code)
      import
      type(c_ptr), value :: handle
      integer(c_int), value :: force
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    function c_device_to_host(handle, force, line) bind(C, name='gtjitStorageDeviceToHost') result(code)
      import
      type(c_ptr), value :: handle
      integer(c_int), value :: force
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    function c_synchronize(handle, line) bind(C, name='gtjitStorageSynchronize') result(code)
      import
      type(c_ptr), value :: handle
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    function c_storage_retain(handle) bind(C, name='gtjitStorageRetain') result(same)
      import
      type(c_ptr), value :: handle
      type(c_ptr) :: same
    end function
    subroutine c_storage_release(handle) bind(C, name='gtjitStorageRelease')
      import
      type(c_ptr), value :: handle
    end subroutine
    function c_register_external(symbol, of, procedure, line) bind(C, name='gtjitRegisterExternal') result(code)
      import
      character(kind=c_char), intent(in) :: symbol(*)
      type(prototype), intent(in) :: of
      type(c_funptr), value :: procedure
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    function c_register_arrays(symbol, arrays, procedure, line) bind(C, name='gtjitRegisterArrays') result(code)
      import
      character(kind=c_char), intent(in) :: symbol(*), arrays(*)
      type(c_funptr), value :: procedure
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    function c_point_double(ref, array, line) bind(C, name='gtjitPointTo') result(code)
      import
      type(gtjit_memref), intent(in) :: ref
      real(c_double), pointer, intent(inout) :: array(..)
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    function c_point_single(ref, array, line) bind(C, name='gtjitPointTo') result(code)
      import
      type(gtjit_memref), intent(in) :: ref
      real(c_float), pointer, intent(inout) :: array(..)
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    function c_point_int(ref, array, line) bind(C, name='gtjitPointTo') result(code)
      import
      type(gtjit_memref), intent(in) :: ref
      integer(c_int32_t), pointer, intent(inout) :: array(..)
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    function c_point_long(ref, array, line) bind(C, name='gtjitPointTo') result(code)
      import
      type(gtjit_memref), intent(in) :: ref
      integer(c_int64_t), pointer, intent(inout) :: array(..)
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    function c_point_bool(ref, array, line) bind(C, name='gtjitPointTo') result(code)
      import
      type(gtjit_memref), intent(in) :: ref
      logical(c_bool), pointer, intent(inout) :: array(..)
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    function c_load(runtime, path, line, handle) bind(C, name='gtjitProgramLoad') result(code)
      import
      type(c_ptr), value :: runtime
      character(kind=c_char), intent(in) :: path(*)
      type(source_line), value :: line
      type(c_ptr), intent(out) :: handle
      integer(c_int) :: code
    end function
    function c_call(handle, arguments, count, line) bind(C, name='gtjitProgramCall') result(code)
      import
      type(c_ptr), value :: handle
      type(*), intent(in) :: arguments(*) ! gtjit_argument
      integer(c_size_t), value :: count
      type(source_line), value :: line
      integer(c_int) :: code
    end function
    function c_program_retain(handle) bind(C, name='gtjitProgramRetain') result(same)
      import
      type(c_ptr), value :: handle
      type(c_ptr) :: same
    end function
    subroutine c_program_release(handle) bind(C, name='gtjitProgramRelease')
      import
      type(c_ptr), value :: handle
    end subroutine
    function c_failed_count() bind(C, name='gtjitFailedCount') result(count)
      import
      integer(c_size_t) :: count
    end function
    function c_failed_point_at(n, point) bind(C, name='gtjitFailedPointAt') result(found)
      import
      integer(c_size_t), value :: n
      type(failed_point), intent(inout) :: point
      integer(c_int) :: found
    end function
    function c_error_text() bind(C, name='gtjitErrorText') result(text)
      import
      type(c_ptr) :: text
    end function
    function c_strlen(text) bind(C, name='strlen') result(length)
      import
      type(c_ptr), value :: text
      integer(c_size_t) :: length
    end function
  end interface

end module gtjit_c_api
