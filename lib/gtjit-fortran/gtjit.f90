!===- gtjit.f90 - The Fortran module ---------------------------------------===!
!
! Arrays of Fortran as storages, and calls of saved programs. Built on the C API;
! assumed-shape arrays and sections are used where they lie, without a copy.
!
!     use gtjit
!     type(gtjit_runtime) :: runtime
!     type(gtjit_storage) :: u, v
!     type(gtjit_program) :: step
!     call runtime%create()
!     call u%wrap(runtime, temperature, 'IJK', lower=lbound(temperature), halo=[2, 2, 0], name='temperature')
!     call v%wrap(runtime, next, 'IJK', lower=lbound(next), halo=[2, 2, 0], name='next')
!     call step%load(runtime, 'diffusion.gtp')
!     call step%call([gtjit_out(v), gtjit_in(u), gtjit_number(0.1d0)])
!
! Every procedure has an optional last argument `error`. Without it, a failure
! prints its text and stops the program. A call that fails has no effect: what an
! object held before it still holds. An array that is wrapped needs the attribute
! target and must stay until the storage is released.
!
! `b = a` makes b a further owner of what a holds; each owner is released, and the
! last one ends it. Assignment counts for arrays and for components too; copies
! that Fortran makes without it, such as allocate(b, source=a), are not owners.
! There are no finalizers: gfortran 12 runs them on wrong addresses for components
! that are arrays, and on the copies that nobody has counted.
!
!===------------------------------------------------------------------------===!
module gtjit
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: error_unit
  use gtjit_c_api
  implicit none
  private

  public :: gtjit_error, gtjit_failed_point, gtjit_runtime, gtjit_storage, gtjit_program, gtjit_argument
  public :: gtjit_in, gtjit_out, gtjit_number, gtjit_unsigned, gtjit_swap, gtjit_register_external
  public :: gtjit_memref, gtjit_register_arrays, gtjit_array
  public :: gtjit_halo_fill, gtjit_periodic, gtjit_mirror, gtjit_constant, gtjit_extend

  !> Element types that Fortran has no type for: pass one as `type=` of wrap to
  !> read integers of the same size as it.
  integer(c_int), parameter, public :: gtjit_bool = 0, gtjit_i8 = 1, gtjit_i16 = 2, gtjit_i32 = 3, gtjit_i64 = 4
  integer(c_int), parameter, public :: gtjit_u8 = 5, gtjit_u16 = 6, gtjit_u32 = 7, gtjit_u64 = 8
  integer(c_int), parameter, public :: gtjit_f16 = 9, gtjit_bf16 = 10, gtjit_f32 = 11, gtjit_f64 = 12
  integer(c_int), parameter, public :: gtjit_c64 = 13, gtjit_c128 = 14

  !> What a dimension is for: `kinds=` of wrap.
  integer(c_int), parameter, public :: gtjit_by_name = 0, gtjit_horizontal = 1, gtjit_local = 2, gtjit_vertical = 3

  !> Which memory a storage has: `storage_kind=` of wrap.
  integer(c_int), parameter, public :: gtjit_cpu = 0, gtjit_software_managed_gpu = 1, gtjit_cuda_managed_gpu = 2
  integer(c_int), parameter, public :: gtjit_gpu = 3

  !> What sync_state gives.
  integer(c_int), parameter, public :: gtjit_sync_clean = 0, gtjit_sync_host_dirty = 1, gtjit_sync_device_dirty = 2

  !> A point at which a function of the host has reported that it has no result: what the function
  !> is registered as, its status, and of each dimension of the call, whose names `dims` has as
  !> wrap's does ('I,J'), the coordinate.
  type :: gtjit_failed_point
    character(:), allocatable :: symbol, dims
    integer(c_int) :: status = 0
    integer(c_int64_t), allocatable :: at(:)
  end type

  !> Outcome of a call: code 0, or the number of the error's class and its text. Where functions of
  !> the host have failed in a call of a program, `failed_count` says at how many points, and
  !> `failed` lists the first 1,000 of them; it is not allocated where there are none, or where
  !> that is not known, and `failed_count` is 0.
  type :: gtjit_error
    integer(c_int) :: code = 0
    character(:), allocatable :: text
    integer(c_int64_t) :: failed_count = 0
    type(gtjit_failed_point), allocatable :: failed(:)
  end type

  !> Threads and memory of evaluations.
  type :: gtjit_runtime
    private
    type(c_ptr) :: handle = c_null_ptr
  contains
    procedure :: create => runtime_create
    procedure :: wait => runtime_wait
    procedure :: destroy => runtime_destroy
    procedure, private :: runtime_assign
    generic :: assignment(=) => runtime_assign
  end type

  !> An array as the library sees it: named dimensions, compute domain, halo.
  type :: gtjit_storage
    private
    type(c_ptr) :: handle = c_null_ptr
  contains
    procedure :: wrap => storage_wrap
    procedure :: fill_halo => storage_fill_halo
    procedure :: touch => storage_touch
    procedure :: address => storage_address
    procedure :: device_address => storage_device_address
    procedure :: sync_state => storage_sync_state
    procedure :: set_host_modified => storage_set_host_modified
    procedure :: set_device_modified => storage_set_device_modified
    procedure :: set_synchronized => storage_set_synchronized
    procedure :: host_to_device => storage_host_to_device
    procedure :: device_to_host => storage_device_to_host
    procedure :: synchronize => storage_synchronize
    procedure :: release => storage_release
    procedure, private :: storage_assign
    generic :: assignment(=) => storage_assign
  end type

  !> A program that the C++ API traced and saved.
  type :: gtjit_program
    private
    type(c_ptr) :: handle = c_null_ptr
  contains
    procedure :: load => program_load
    procedure :: call => program_call
    procedure :: set_device => program_set_device
    procedure :: release => program_release
    procedure, private :: program_assign
    generic :: assignment(=) => program_assign
  end type

  !> One value of a call: made by gtjit_out, gtjit_in, gtjit_number and
  !> gtjit_unsigned.
  type, bind(C) :: gtjit_argument
    private
    integer(c_int) :: kind = 0
    type(c_ptr) :: storage = c_null_ptr
    real(c_double) :: real = 0
    integer(c_int64_t) :: integer = 0
  end type

  !> What the halo of one dimension is filled with: made by gtjit_periodic, ...
  type :: gtjit_halo_fill
    private
    character(63) :: dimension = ''
    integer(c_int) :: kind = 0
    real(c_double) :: value = 0
  end type

  !> Makes a function known to programs that are loaded from then on, by its symbol:
  !>
  !>     call gtjit_register_external('growth', c_funloc(growth), gtjit_f64, [gtjit_f64, gtjit_i32])
  !>
  !> for a function with bind(c) whose arguments have the attribute value, or, with
  !> `references`, none of them. `result` and `operands`: their types. `status`: it gives an
  !> integer(c_int), 0 where it has written its result to its last argument, which has no attribute
  !> value. `effects`: it does more than give its result, so each call of a program calls it once
  !> for each point. Programs call it from all threads at once.
  !>
  !> An array of results is that of a subroutine, whose arguments have no attribute value: its
  !> operands, then its results, and with `ierr` behind these an integer(c_int), 0 where it has
  !> written the results:
  !>
  !>     call gtjit_register_external('convect', c_funloc(convect), [gtjit_f64, gtjit_f64], &
  !>                                  [gtjit_f64, gtjit_f64, gtjit_i32], ierr=.true.)
  interface gtjit_register_external
    module procedure register_function, register_subroutine
  end interface

  !> Lets a pointer be an array of a function on whole arrays: of the declared rank and type,
  !> with the coordinates as indices. Gives 0, or the number of the error's class for a pointer
  !> of another rank or type.
  interface gtjit_array
    module procedure array_double, array_single, array_int, array_long, array_bool
  end interface

  !> A number argument; converted to the type that the program expects. A logical
  !> is for a program that expects a bool.
  interface gtjit_number
    module procedure number_real, number_double, number_int, number_long, number_bool, number_logical
  end interface

  !> A number argument from 0 on: the bits of an integer read without a sign, so
  !> gtjit_unsigned(-1_int64) is 2**64 - 1.
  interface gtjit_unsigned
    module procedure unsigned_int, unsigned_long
  end interface

contains

  !> Makes the runtime. `threads`: OpenMP threads, 0 for OpenMP's own number;
  !> `reference`: evaluate without a compiler; `device`: 'cuda', 'auto' or 'emulated', what
  !> GTJIT_DEVICE says unless given; `stream`: the caller's own on that device, a CUstream,
  !> which work goes to.
  subroutine runtime_create(self, threads, reference, device, error, stream)
    class(gtjit_runtime), intent(inout) :: self
    integer, intent(in), optional :: threads
    logical, intent(in), optional :: reference
    character(*), intent(in), optional :: device
    type(gtjit_error), intent(out), optional :: error
    type(c_ptr), intent(in), optional :: stream
    type(runtime_options) :: options
    character(kind=c_char), allocatable, target :: device_name(:)
    type(c_ptr) :: made
    integer(c_int) :: code
    call c_default_runtime_options(options, c_sizeof(options))
    if (present(threads)) options%threads = int(threads, c_int)
    if (present(reference)) options%reference = merge(1_c_int, 0_c_int, reference)
    if (present(device)) then
      device_name = characters(trim(device))
      options%device = c_loc(device_name)
    end if
    if (present(stream)) options%stream = stream
    code = c_runtime_create(options, made)
    if (code == 0) then
      call self%destroy()
      self%handle = made
    end if
    call report(code, error)
  end subroutine

  !> Returns when all is done that was asked for on the device, at once on processors:
  !> calls of programs return before.
  subroutine runtime_wait(self, error)
    class(gtjit_runtime), intent(in) :: self
    type(gtjit_error), intent(out), optional :: error
    call report(c_runtime_wait(self%handle, source_line()), error)
  end subroutine

  !> One more owner of the runtime; what self held before is released.
  impure elemental subroutine runtime_assign(self, other)
    class(gtjit_runtime), intent(inout) :: self
    type(gtjit_runtime), intent(in) :: other
    type(c_ptr) :: kept
    kept = c_runtime_retain(other%handle) ! first, since self may be other
    call c_runtime_destroy(self%handle)
    self%handle = kept
  end subroutine

  !> Storages and programs made with it live on.
  subroutine runtime_destroy(self)
    class(gtjit_runtime), intent(inout) :: self
    call c_runtime_destroy(self%handle)
    self%handle = c_null_ptr
  end subroutine

  !> The elements of an array, array section or scalar, without a copy.
  !> `dims`: names of its dimensions, 'IJK' or 'I,J,level', or 'level' alone.
  !> `lower`: coordinate of the first element, halo included, in each dimension; 1
  !> unless given, pass lbound(array) to keep the array's own indices. `halo`:
  !> points on either side of the compute domain, `halo_high` those after it where
  !> they differ. `name`: what messages call the array. `read_only`: whatever would
  !> write the array is an error. `kinds`: what each dimension is for, gtjit_local for
  !> the neighbours in a table; as the names say unless given. `storage_kind`: with
  !> gtjit_software_managed_gpu the library keeps a copy on the device in step, at
  !> `device_data` if that is given, laid out as the array; with gtjit_cuda_managed_gpu
  !> the array is in memory that CUDA manages; with gtjit_gpu the elements are at
  !> `device_data` alone, and the array tells their type and layout. `nontemporal`: nothing
  !> reads soon what kernels write there, so that large results may go past the caches.
  subroutine storage_wrap(self, runtime, array, dims, lower, halo, halo_high, type, name, read_only, &
                          kinds, storage_kind, device_data, nontemporal, error)
    class(gtjit_storage), intent(inout) :: self
    class(gtjit_runtime), intent(in) :: runtime
    type(*), dimension(..), intent(in), target :: array
    character(*), intent(in) :: dims
    integer, intent(in), optional :: lower(:), halo(:), halo_high(:)
    integer(c_int), intent(in), optional :: type
    character(*), intent(in), optional :: name
    logical, intent(in), optional :: read_only
    integer(c_int), intent(in), optional :: kinds(:)
    integer(c_int), intent(in), optional :: storage_kind
    type(c_ptr), intent(in), optional :: device_data
    logical, intent(in), optional :: nontemporal
    type(gtjit_error), intent(out), optional :: error
    integer(c_int64_t), target :: first(15), low(15), high(15)
    integer(c_int), target :: purposes(15)
    character(kind=c_char), target :: names(len(dims) + 1)
    character(kind=c_char), allocatable, target :: label(:)
    type(array_options) :: options
    type(c_ptr) :: made
    integer(c_int) :: code
    if (.not. fits(lower) .or. .not. fits(halo) .or. .not. fits(halo_high) .or. .not. fits(kinds)) then
      call report_text(3, 'error: expected one number a dimension of the array', error)
      return
    end if
    call c_default_array_options(options, c_sizeof(options))
    names = characters(dims)
    options%dimensions = c_loc(names)
    first = 1
    low = 0
    if (present(lower)) first(:size(lower)) = lower
    if (present(halo)) low(:size(halo)) = halo
    high = low
    if (present(halo_high)) high(:size(halo_high)) = halo_high
    options%lower = c_loc(first)
    options%halo_low = c_loc(low)
    options%halo_high = c_loc(high)
    if (present(type)) options%type = type
    if (present(kinds)) then
      purposes(:size(kinds)) = kinds
      options%kinds = c_loc(purposes)
    end if
    if (present(storage_kind)) options%storage_kind = storage_kind
    if (present(device_data)) options%device_data = device_data
    if (present(read_only)) options%read_only = merge(1_c_int, 0_c_int, read_only)
    if (present(nontemporal)) options%nontemporal = merge(1_c_int, 0_c_int, nontemporal)
    if (present(name)) then
      label = characters(trim(name))
      if (len_trim(name) > 0) options%name = c_loc(label)
    end if
    code = c_wrap(runtime%handle, array, options, source_line(), made)
    if (code == 0) then
      call self%release()
      self%handle = made
    end if
    call report(code, error)
  contains
    logical function fits(numbers)
      integer, intent(in), optional :: numbers(:)
      fits = .true.
      if (present(numbers)) fits = size(numbers) == rank(array)
    end function
  end subroutine

  !> Fills the halo dimension by dimension in this order, each over the halos
  !> already filled.
  subroutine storage_fill_halo(self, fills, error)
    class(gtjit_storage), intent(in) :: self
    type(gtjit_halo_fill), intent(in) :: fills(:)
    type(gtjit_error), intent(out), optional :: error
    character(kind=c_char), target :: names(64, size(fills))
    type(halo_fill) :: converted(size(fills))
    integer :: n
    do n = 1, size(fills)
      names(:, n) = characters(fills(n)%dimension)
      names(len_trim(fills(n)%dimension) + 1, n) = c_null_char
      converted(n) = halo_fill(c_loc(names(1, n)), fills(n)%kind, fills(n)%value)
    end do
    call report(c_fill_halo(self%handle, converted, size(fills, kind=c_size_t), source_line()), error)
  end subroutine

  !> Values from the opposite end of the compute domain.
  pure function gtjit_periodic(dimension) result(fill)
    character(*), intent(in) :: dimension
    type(gtjit_halo_fill) :: fill
    fill = gtjit_halo_fill(dimension, 0_c_int, 0._c_double)
  end function

  !> Values mirrored at the edge.
  pure function gtjit_mirror(dimension) result(fill)
    character(*), intent(in) :: dimension
    type(gtjit_halo_fill) :: fill
    fill = gtjit_halo_fill(dimension, 1_c_int, 0._c_double)
  end function

  !> One value.
  pure function gtjit_constant(dimension, value) result(fill)
    character(*), intent(in) :: dimension
    real(c_double), intent(in) :: value
    type(gtjit_halo_fill) :: fill
    fill = gtjit_halo_fill(dimension, 2_c_int, value)
  end function

  !> The value of the nearest point of the compute domain.
  pure function gtjit_extend(dimension) result(fill)
    character(*), intent(in) :: dimension
    type(gtjit_halo_fill) :: fill
    fill = gtjit_halo_fill(dimension, 3_c_int, 0._c_double)
  end function

  !> Tells that the array was written by others than the library since the last
  !> call that read it.
  subroutine storage_touch(self, error)
    class(gtjit_storage), intent(in) :: self
    type(gtjit_error), intent(out), optional :: error
    call report(c_touch(self%handle, source_line()), error)
  end subroutine

  !> Address of the first element, halo included.
  function storage_address(self, error) result(address)
    class(gtjit_storage), intent(in) :: self
    type(gtjit_error), intent(out), optional :: error
    type(c_ptr) :: address
    address = c_null_ptr
    call report(c_data(self%handle, source_line(), address), error)
  end function

  !> The same on the device, which has the newest values then; null without memory there.
  function storage_device_address(self, error) result(address)
    class(gtjit_storage), intent(in) :: self
    type(gtjit_error), intent(out), optional :: error
    type(c_ptr) :: address
    address = c_null_ptr
    call report(c_device_data(self%handle, source_line(), address), error)
  end function

  !> Which side has values that the other lacks. An error for a storage of the host alone.
  function storage_sync_state(self, error) result(state)
    class(gtjit_storage), intent(in) :: self
    type(gtjit_error), intent(out), optional :: error
    integer(c_int) :: state
    state = gtjit_sync_clean
    call report(c_sync_state(self%handle, source_line(), state), error)
  end function

  !> Tells that the array was written: it is copied before the device is used.
  subroutine storage_set_host_modified(self, error)
    class(gtjit_storage), intent(in) :: self
    type(gtjit_error), intent(out), optional :: error
    call report(c_set_host_modified(self%handle, source_line()), error)
  end subroutine

  !> Tells that the memory on the device was written by others than the library.
  subroutine storage_set_device_modified(self, error)
    class(gtjit_storage), intent(in) :: self
    type(gtjit_error), intent(out), optional :: error
    call report(c_set_device_modified(self%handle, source_line()), error)
  end subroutine

  !> Tells that both have the same values.
  subroutine storage_set_synchronized(self, error)
    class(gtjit_storage), intent(in) :: self
    type(gtjit_error), intent(out), optional :: error
    call report(c_set_synchronized(self%handle, source_line()), error)
  end subroutine

  !> Copies if the array has values that the device lacks, or if `force` is true.
  subroutine storage_host_to_device(self, force, error)
    class(gtjit_storage), intent(in) :: self
    logical, intent(in), optional :: force
    type(gtjit_error), intent(out), optional :: error
    integer(c_int) :: forced
    forced = 0
    if (present(force)) forced = merge(1_c_int, 0_c_int, force)
    call report(c_host_to_device(self%handle, forced, source_line()), error)
  end subroutine

  !> The other way round.
  subroutine storage_device_to_host(self, force, error)
    class(gtjit_storage), intent(in) :: self
    logical, intent(in), optional :: force
    type(gtjit_error), intent(out), optional :: error
    integer(c_int) :: forced
    forced = 0
    if (present(force)) forced = merge(1_c_int, 0_c_int, force)
    call report(c_device_to_host(self%handle, forced, source_line()), error)
  end subroutine

  !> Copies in the direction in which something is new.
  subroutine storage_synchronize(self, error)
    class(gtjit_storage), intent(in) :: self
    type(gtjit_error), intent(out), optional :: error
    call report(c_synchronize(self%handle, source_line()), error)
  end subroutine

  !> One more owner of the storage; what self held before is released.
  impure elemental subroutine storage_assign(self, other)
    class(gtjit_storage), intent(inout) :: self
    type(gtjit_storage), intent(in) :: other
    type(c_ptr) :: kept
    kept = c_storage_retain(other%handle) ! first, since self may be other
    call c_storage_release(self%handle)
    self%handle = kept
  end subroutine

  subroutine storage_release(self)
    class(gtjit_storage), intent(inout) :: self
    call c_storage_release(self%handle)
    self%handle = c_null_ptr
  end subroutine

  !> Exchanges what two storages refer to, as at the end of a time step.
  subroutine gtjit_swap(a, b)
    type(gtjit_storage), intent(inout) :: a, b
    type(c_ptr) :: handle
    handle = a%handle
    a%handle = b%handle
    b%handle = handle
  end subroutine

  subroutine register_function(symbol, procedure, result, operands, status, effects, references, error)
    character(*), intent(in) :: symbol
    type(c_funptr), value :: procedure
    integer(c_int), intent(in) :: result
    integer(c_int), intent(in) :: operands(:)
    logical, intent(in), optional :: status, effects, references
    type(gtjit_error), intent(out), optional :: error
    type(prototype) :: of
    if (present(references)) of%takes_references = merge(1, 0, references)
    if (present(status)) of%way = merge(way_status, way_returned, status)
    if (present(effects)) of%has_effects = merge(1, 0, effects)
    call register_types(symbol, procedure, [result], operands, of, error)
  end subroutine

  subroutine register_subroutine(symbol, procedure, results, operands, ierr, effects, error)
    character(*), intent(in) :: symbol
    type(c_funptr), value :: procedure
    integer(c_int), intent(in) :: results(:), operands(:)
    logical, intent(in), optional :: ierr, effects
    type(gtjit_error), intent(out), optional :: error
    type(prototype) :: of
    of%way = way_placed
    of%takes_references = 1
    if (present(ierr)) of%way = merge(way_status_last, way_placed, ierr)
    if (present(effects)) of%has_effects = merge(1, 0, effects)
    call register_types(symbol, procedure, results, operands, of, error)
  end subroutine

  subroutine register_types(symbol, procedure, results, operands, of, error)
    character(*), intent(in) :: symbol
    type(c_funptr), value :: procedure
    integer(c_int), intent(in) :: results(:), operands(:)
    type(prototype), intent(inout) :: of
    type(gtjit_error), intent(out), optional :: error
    integer(c_int), target :: given(size(results)), taken(size(operands))
    given = results
    taken = operands
    of%size = c_sizeof(of)
    of%result_count = size(given, kind=c_size_t)
    of%operand_count = size(taken, kind=c_size_t)
    if (size(given) > 0) of%results = c_loc(given)
    if (size(taken) > 0) of%operands = c_loc(taken)
    call report(c_register_external(characters(trim(symbol)), of, procedure, source_line()), error)
  end subroutine

  !> Makes a function on whole arrays known, whose arrays are declared as for gtjitRegisterArrays
  !> in C, 'reads f64 [I, J], writes f64 [I, J]':
  !>
  !>     call gtjit_register_arrays('smooth', c_funloc(smooth), 'reads f64 [I, J], writes f64 [I, J]')
  !>
  !>     function smooth(arrays) bind(C) result(status)
  !>       type(gtjit_memref), intent(in) :: arrays(2)
  !>       integer(c_int) :: status
  !>       real(c_double), pointer :: u(:,:), v(:,:)
  !>       status = gtjit_array(arrays(1), u)
  !>       if (status == 0) status = gtjit_array(arrays(2), v)
  subroutine gtjit_register_arrays(symbol, procedure, arrays, error)
    character(*), intent(in) :: symbol
    type(c_funptr), value :: procedure
    character(*), intent(in) :: arrays
    type(gtjit_error), intent(out), optional :: error
    call report(c_register_arrays(characters(trim(symbol)), characters(trim(arrays)), procedure, source_line()), error)
  end subroutine

  function array_double(ref, array) result(code)
    type(gtjit_memref), intent(in) :: ref
    real(c_double), pointer, intent(inout) :: array(..)
    integer(c_int) :: code
    code = c_point_double(ref, array, source_line())
  end function

  function array_single(ref, array) result(code)
    type(gtjit_memref), intent(in) :: ref
    real(c_float), pointer, intent(inout) :: array(..)
    integer(c_int) :: code
    code = c_point_single(ref, array, source_line())
  end function

  function array_int(ref, array) result(code)
    type(gtjit_memref), intent(in) :: ref
    integer(c_int32_t), pointer, intent(inout) :: array(..)
    integer(c_int) :: code
    code = c_point_int(ref, array, source_line())
  end function

  function array_long(ref, array) result(code)
    type(gtjit_memref), intent(in) :: ref
    integer(c_int64_t), pointer, intent(inout) :: array(..)
    integer(c_int) :: code
    code = c_point_long(ref, array, source_line())
  end function

  function array_bool(ref, array) result(code)
    type(gtjit_memref), intent(in) :: ref
    logical(c_bool), pointer, intent(inout) :: array(..)
    integer(c_int) :: code
    code = c_point_bool(ref, array, source_line())
  end function

  subroutine program_load(self, runtime, path, error)
    class(gtjit_program), intent(inout) :: self
    class(gtjit_runtime), intent(in) :: runtime
    character(*), intent(in) :: path
    type(gtjit_error), intent(out), optional :: error
    type(c_ptr) :: made
    integer(c_int) :: code
    code = c_load(runtime%handle, characters(trim(path)), source_line(), made)
    if (code == 0) then
      call self%release()
      self%handle = made
    end if
    call report(code, error)
  end subroutine

  !> Where calls run from now on: 'gpu', the runtime's device, or on processors unless
  !> given.
  subroutine program_set_device(self, device, error)
    class(gtjit_program), intent(in) :: self
    character(*), intent(in), optional :: device
    type(gtjit_error), intent(out), optional :: error
    character(kind=c_char), allocatable, target :: device_name(:)
    type(c_ptr) :: name
    name = c_null_ptr
    if (present(device)) then
      device_name = characters(trim(device))
      name = c_loc(device_name)
    end if
    call report(c_program_set_device(self%handle, name, source_line()), error)
  end subroutine

  !> Runs the program: outputs and arguments, each in their order. All checks come
  !> before any write.
  subroutine program_call(self, arguments, error)
    class(gtjit_program), intent(in) :: self
    type(gtjit_argument), intent(in) :: arguments(:)
    type(gtjit_error), intent(out), optional :: error
    call report(c_call(self%handle, arguments, size(arguments, kind=c_size_t), source_line()), error)
  end subroutine

  !> One more owner of the program; what self held before is released.
  impure elemental subroutine program_assign(self, other)
    class(gtjit_program), intent(inout) :: self
    type(gtjit_program), intent(in) :: other
    type(c_ptr) :: kept
    kept = c_program_retain(other%handle) ! first, since self may be other
    call c_program_release(self%handle)
    self%handle = kept
  end subroutine

  subroutine program_release(self)
    class(gtjit_program), intent(inout) :: self
    call c_program_release(self%handle)
    self%handle = c_null_ptr
  end subroutine

  !> A storage that a call reads. The argument does not own it: no release until
  !> the call is done.
  pure function gtjit_in(storage) result(argument)
    type(gtjit_storage), intent(in) :: storage
    type(gtjit_argument) :: argument
    argument%kind = 0
    argument%storage = storage%handle
  end function

  !> A storage whose compute domain a call writes. The argument does not own it.
  pure function gtjit_out(storage) result(argument)
    type(gtjit_storage), intent(in) :: storage
    type(gtjit_argument) :: argument
    argument%kind = 1
    argument%storage = storage%handle
  end function

  elemental function number_real(value) result(argument)
    real(c_float), intent(in) :: value
    type(gtjit_argument) :: argument
    argument%kind = 2
    argument%real = real(value, c_double)
  end function

  elemental function number_double(value) result(argument)
    real(c_double), intent(in) :: value
    type(gtjit_argument) :: argument
    argument%kind = 2
    argument%real = value
  end function

  elemental function number_int(value) result(argument)
    integer(c_int), intent(in) :: value
    type(gtjit_argument) :: argument
    argument%kind = 3
    argument%integer = value
  end function

  elemental function number_long(value) result(argument)
    integer(c_int64_t), intent(in) :: value
    type(gtjit_argument) :: argument
    argument%kind = 3
    argument%integer = value
  end function

  elemental function number_bool(value) result(argument)
    logical(c_bool), intent(in) :: value
    type(gtjit_argument) :: argument
    argument%kind = 5
    argument%integer = merge(1, 0, value)
  end function

  elemental function number_logical(value) result(argument)
    logical, intent(in) :: value
    type(gtjit_argument) :: argument
    argument%kind = 5
    argument%integer = merge(1, 0, value)
  end function

  elemental function unsigned_int(value) result(argument)
    integer(c_int), intent(in) :: value
    type(gtjit_argument) :: argument
    argument%kind = 4
    argument%integer = int(value, c_int64_t)
    if (value < 0) argument%integer = argument%integer + 2_c_int64_t**32
  end function

  elemental function unsigned_long(value) result(argument)
    integer(c_int64_t), intent(in) :: value
    type(gtjit_argument) :: argument
    argument%kind = 4
    argument%integer = value
  end function

  !> Text for C, with a zero at its end.
  pure function characters(text) result(array)
    character(*), intent(in) :: text
    character(kind=c_char) :: array(len(text) + 1)
    integer :: n
    do n = 1, len(text)
      array(n) = text(n:n)
    end do
    array(len(text) + 1) = c_null_char
  end function

  !> Hands a failure of the C API to the caller, or stops.
  subroutine report(code, error)
    integer(c_int), intent(in) :: code
    type(gtjit_error), intent(out), optional :: error
    if (code == 0) return
    call report_text(int(code), text_of(c_error_text()), error)
    if (present(error)) call list_failed(error)
  end subroutine

  !> A text of C, which ends with a zero.
  function text_of(address) result(text)
    type(c_ptr), intent(in) :: address
    character(:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    integer :: n
    call c_f_pointer(address, letters, [c_strlen(address)])
    allocate (character(size(letters)) :: text)
    do n = 1, size(letters)
      text(n:n) = letters(n)
    end do
  end function

  !> The points at which functions failed, if that is the last failure.
  subroutine list_failed(error)
    type(gtjit_error), intent(inout) :: error
    type(failed_point) :: point
    integer(c_size_t) :: known
    integer :: n
    error%failed_count = int(c_failed_count(), c_int64_t)
    if (error%failed_count == 0) return
    known = 0
    do while (c_failed_point_at(known, point) /= 0)
      known = known + 1
    end do
    allocate (error%failed(known))
    do n = 1, int(known)
      if (c_failed_point_at(int(n - 1, c_size_t), point) /= 0) error%failed(n) = converted(point)
    end do
  end subroutine

  function converted(point) result(failed)
    type(failed_point), intent(in) :: point
    type(gtjit_failed_point) :: failed
    type(c_ptr), pointer :: names(:)
    integer(c_int64_t), pointer :: coordinates(:)
    integer :: d
    failed%symbol = text_of(point%symbol)
    failed%status = point%status
    failed%dims = ''
    allocate (failed%at(point%dimension_count))
    if (point%dimension_count == 0) return
    call c_f_pointer(point%dimensions, names, [point%dimension_count])
    call c_f_pointer(point%coordinates, coordinates, [point%dimension_count])
    failed%at = coordinates
    do d = 1, size(names)
      if (d > 1) failed%dims = failed%dims // ','
      failed%dims = failed%dims // text_of(names(d))
    end do
  end function

  subroutine report_text(code, text, error)
    integer, intent(in) :: code
    character(*), intent(in) :: text
    type(gtjit_error), intent(out), optional :: error
    if (.not. present(error)) then
      write (error_unit, '(a)') text
      error stop 1
    end if
    error%code = int(code, c_int)
    error%text = text
  end subroutine

end module gtjit
