!===- FortranTest.f90 - Arrays and programs through the Fortran module ------===!
!
! Standard Fortran 2008. Arguments: the folder with the saved programs.
!
!===------------------------------------------------------------------------===!
!> What a program calls.
module host_functions
  use, intrinsic :: iso_c_binding
  use gtjit, only: gtjit_array, gtjit_memref
  implicit none

contains

  function host_growth(x, level) bind(c) result(y)
    real(c_double), value :: x
    integer(c_int32_t), value :: level
    real(c_double) :: y
    y = x**level
  end function

  function host_limited(x, y) bind(c) result(status)
    real(c_double), value :: x
    real(c_double), intent(out) :: y
    integer(c_int) :: status
    y = x
    status = merge(4, 0, x < 0)
  end function

  !> The elements mirrored along the first dimension, times a factor: on whole arrays.
  function host_mirrored(arrays) bind(c) result(status)
    type(gtjit_memref), intent(in) :: arrays(3)
    integer(c_int) :: status
    real(c_double), pointer :: u(:, :), factor, v(:, :), row(:)
    real(c_float), pointer :: single(:, :)
    integer :: i
    nullify (u, factor, v, row, single)
    status = 100
    if (gtjit_array(arrays(1), single) == 0 .or. gtjit_array(arrays(1), row) == 0) return
    status = gtjit_array(arrays(1), u)
    if (status == 0) status = gtjit_array(arrays(2), factor)
    if (status == 0) status = gtjit_array(arrays(3), v)
    if (status /= 0) return
    if (lbound(u, 1) /= -1 .or. lbound(u, 2) /= 2) status = 5
    do i = lbound(u, 1), ubound(u, 1)
      v(i, :) = factor * u(ubound(u, 1) + lbound(u, 1) - i, :)
    end do
  end function

  !> As functions of Fortran are: its arguments have no attribute value.
  function host_scaled(x, factor) bind(c) result(y)
    real(c_double), intent(in) :: x
    integer(c_int32_t), intent(in) :: factor
    real(c_double) :: y
    y = x * factor
  end function

  function host_checked(x, y) bind(c) result(status)
    real(c_double), value :: x
    real(c_double), intent(out) :: y
    integer(c_int) :: status
    y = 2 * x
    status = merge(4, 0, x < 0)
  end function

  !> As physics routines are: several results, and whether there are any.
  subroutine host_split(x, level, low, high, ierr) bind(c)
    real(c_double), intent(in) :: x
    integer(c_int32_t), intent(in) :: level
    real(c_double), intent(out) :: low, high
    integer(c_int), intent(out) :: ierr
    low = min(x, real(level, c_double))
    high = x - low
    ierr = merge(4, 0, x < 0)
  end subroutine

end module

program fortran_test
  use, intrinsic :: iso_c_binding
  use gtjit
  use fortran_checks
  use host_functions
  implicit none
  type(gtjit_runtime) :: runtime
  character(512) :: folder

  call get_command_argument(1, folder)
  call runtime%create(threads=1)
  call every_type_lies_where_it_was()
  call a_section_is_not_copied()
  call a_dummy_argument_keeps_its_place()
  call a_halo_is_filled()
  call a_program_reads_sections_and_writes_arrays()
  call tables_are_arguments()
  call numbers_of_every_kind()
  call mistakes_are_told()
  call names_of_dimensions_are_read()
  call messages_name_the_array()
  call an_array_is_kept_in_step_with_the_device()
  call an_array_stands_for_memory_of_the_device()
  call a_program_runs_where_it_is_told()
  call functions_of_fortran_are_called()
  call routines_of_fortran_are_called()
  call functions_on_arrays_are_called()
  call functions_may_take_references()
  call points_that_fail_are_listed()
  call runtime%destroy()
  if (failures /= 0) error stop 1

contains

  !> host_limited(host_growth(u, 3)) + 1 by functions of this program.
  subroutine functions_of_fortran_are_called()
    real(c_double), target :: u(5), v(5)
    type(gtjit_storage) :: us, vs
    type(gtjit_program) :: step
    type(gtjit_error) :: e
    call step%load(runtime, trim(folder) // '/external.gtp', error=e)
    call check(index(e%text, "'host_growth', f64(f64, i32), is not known here") > 0, e%text)
    call gtjit_register_external('host_growth', c_funloc(host_growth), gtjit_f64, [gtjit_f64, gtjit_i32])
    call gtjit_register_external('host_limited', c_funloc(host_limited), gtjit_f64, [gtjit_f64], status=.true.)
    call gtjit_register_external('host_growth', c_funloc(host_growth), gtjit_f64, [gtjit_f64], error=e)
    call check(index(e%text, 'known as f64(f64, i32)') > 0, e%text)
    call step%load(runtime, trim(folder) // '/external.gtp')
    u = [1, 2, 3, 4, 5]
    call us%wrap(runtime, u, 'I')
    call vs%wrap(runtime, v, 'I')
    call step%call([gtjit_out(vs), gtjit_in(us)])
    call check(all(v == u**3 + 1), 'the functions of this program were called')
    u(2) = -1
    call us%touch()
    call step%call([gtjit_out(vs), gtjit_in(us)], error=e)
    call check(index(e%text, "'host_limited' reported status 4 at I=2") > 0, e%text)
    call check(v(2) /= v(2) .and. v(3) == 28, 'other points have their values')
    call step%release()
    call us%release()
    call vs%release()
  end subroutine

  !> Both results of host_split(u, 3), and where it had none the program says -1.
  subroutine routines_of_fortran_are_called()
    real(c_double), target :: u(5), v(5), w(5)
    type(gtjit_storage) :: us, vs, ws
    type(gtjit_program) :: step
    type(gtjit_error) :: e
    call gtjit_register_external('host_split', c_funloc(host_split), [gtjit_f64, gtjit_f64], &
                                 [gtjit_f64, gtjit_i32], ierr=.true.)
    call gtjit_register_external('host_split', c_funloc(host_split), [gtjit_f64, gtjit_f64], &
                                 [gtjit_f64, gtjit_i32], error=e)
    call check(index(e%text, 'known as (f64, f64)(f64, i32) with a status last and references') > 0, e%text)
    call step%load(runtime, trim(folder) // '/routine.gtp')
    u = [1, 2, -3, 4, 5]
    call us%wrap(runtime, u, 'I')
    call vs%wrap(runtime, v, 'I')
    call ws%wrap(runtime, w, 'I')
    call step%call([gtjit_out(vs), gtjit_out(ws), gtjit_in(us)])
    call check(all(v == [1, 2, -1, 3, 3]), 'the first result, where there is one')
    call check(all(w([1, 2, 4, 5]) == [0, 0, 1, 2]) .and. w(3) /= w(3), 'the second one')
    call step%release()
    call us%release()
    call vs%release()
    call ws%release()
  end subroutine

  !> host_mirrored(2 * u, factor) + u by a function of this program.
  subroutine functions_on_arrays_are_called()
    real(c_double), target :: u(3, 2), v(3, 2)
    type(gtjit_storage) :: us, vs
    type(gtjit_program) :: step
    type(gtjit_error) :: e
    call gtjit_register_arrays('host_mirrored', c_funloc(host_mirrored), 'reads [I]', error=e)
    call check(index(e%text, "the arrays of 'host_mirrored', 'reads [I]'") > 0, e%text)
    call gtjit_register_arrays('host_mirrored', c_funloc(host_mirrored), &
                               'reads f64 [I, J], reads f64 [], writes f64 [I, J]')
    call step%load(runtime, trim(folder) // '/arrays.gtp')
    u = reshape([1, 2, 3, 4, 5, 6], [3, 2])
    call us%wrap(runtime, u, 'IJ', lower=[-1, 2])
    call vs%wrap(runtime, v, 'IJ', lower=[-1, 2])
    call step%call([gtjit_out(vs), gtjit_in(us), gtjit_number(10d0)])
    call check(all(v == 20 * u([3, 2, 1], :) + u), 'the function on arrays was called')
    call step%release()
    call us%release()
    call vs%release()
  end subroutine

  !> Names in variables have blanks behind them.
  subroutine functions_may_take_references()
    real(c_double), target :: u(5), v(5)
    character(40) :: name
    character(600) :: file
    type(gtjit_storage) :: us, vs
    type(gtjit_program) :: step
    type(gtjit_error) :: e
    name = 'host_scaled'
    file = trim(folder) // '/plain.gtp'
    call gtjit_register_external(name, c_funloc(host_scaled), gtjit_f64, [gtjit_f64, gtjit_i32], references=.true.)
    call gtjit_register_external(name, c_null_funptr, gtjit_f64, [gtjit_f64, gtjit_i32], references=.true., error=e)
    call check(index(e%text, "'host_scaled' has no address") > 0, e%text)
    call gtjit_register_external('', c_funloc(host_scaled), gtjit_f64, [gtjit_f64], error=e)
    call check(index(e%text, "is an identifier of C, got ''") > 0, e%text)
    call gtjit_register_external('host_none', c_funloc(host_scaled), gtjit_f64, [integer(c_int) ::], error=e)
    call check(index(e%text, 'takes no operand') > 0, e%text)
    call gtjit_register_external('host_none', c_funloc(host_scaled), 99, [gtjit_f64], error=e)
    call check(e%code /= 0 .and. e%failed_count == 0 .and. .not. allocated(e%failed), e%text)
    call step%load(runtime, file)
    u = [1, 2, 3, 4, 5]
    call us%wrap(runtime, u, 'I')
    call vs%wrap(runtime, v, 'I')
    call step%call([gtjit_out(vs), gtjit_in(us)])
    call check(all(v == 3 * u), 'the function of this program was called')
    call step%release()
    call us%release()
    call vs%release()
  end subroutine

  !> The caller gives the points at which the function had no result a value of its own.
  subroutine points_that_fail_are_listed()
    real(c_double), target :: u(4, 3), v(4, 3)
    type(gtjit_storage) :: us, vs
    type(gtjit_program) :: step
    type(gtjit_error) :: e
    integer :: n
    call gtjit_register_external('host_checked', c_funloc(host_checked), gtjit_f64, [gtjit_f64], status=.true.)
    call step%load(runtime, trim(folder) // '/checked.gtp')
    u = 1
    u(2, 1) = -1
    u(4, 3) = -5
    call us%wrap(runtime, u, 'IJ')
    call vs%wrap(runtime, v, 'IJ')
    call step%call([gtjit_out(vs), gtjit_in(us)], error=e)
    call check(index(e%text, 'calls failed at 2 points: status 4 at I=2, J=1; status 4 at I=4, J=3') > 0, e%text)
    call check(e%failed_count == 2 .and. size(e%failed) == 2, 'both points are listed')
    do n = 1, size(e%failed)
      associate (failed => e%failed(n))
        call check(failed%symbol == 'host_checked' .and. failed%status == 4 .and. failed%dims == 'I,J', failed%dims)
        call check(u(failed%at(1), failed%at(2)) < 0, 'the function failed there')
        v(failed%at(1), failed%at(2)) = 0
      end associate
    end do
    call check(all(v == merge(3, 0, u > 0)), 'all others have their values')
    call step%call([gtjit_out(vs), gtjit_in(us), gtjit_in(us)], error=e)
    call check(e%code /= 0 .and. .not. allocated(e%failed), 'another failure has no points')
    call step%release()
    call us%release()
    call vs%release()
  end subroutine

  !> Two storages around the same array, one of them with the other's memory on the device.
  subroutine an_array_is_kept_in_step_with_the_device()
    real(c_double), target :: u(4), v(4)
    type(gtjit_runtime) :: gpu
    type(gtjit_storage) :: us, vs
    type(gtjit_error) :: e
    call gpu%create(device='emulated')
    u = [1, 2, 3, 4]
    v = 0
    call us%wrap(gpu, u, 'I', storage_kind=gtjit_software_managed_gpu)
    call check(us%sync_state() == gtjit_sync_host_dirty, 'the array is what is there')
    call check(c_associated(us%device_address()), 'it has memory on the device')
    call check(us%sync_state() == gtjit_sync_clean, 'which has the values')
    call vs%wrap(gpu, v, 'I', storage_kind=gtjit_software_managed_gpu, device_data=us%device_address())
    call vs%device_to_host(force=.true.)
    call check(all(v == u), 'the device had the values')
    call gpu%wait()
    v = 7
    call vs%set_host_modified()
    call check(vs%sync_state() == gtjit_sync_host_dirty, 'the array was written')
    call vs%host_to_device()
    call us%set_device_modified()
    call us%synchronize()
    call check(all(u == 7), 'the other one has them')
    call us%set_synchronized()
    call check(us%sync_state() == gtjit_sync_clean, 'both are the same')
    call us%wrap(gpu, u, 'I', storage_kind=gtjit_software_managed_gpu, read_only=.true., error=e)
    call check(index(e%text, 'may be written') > 0, e%text)
    call us%wrap(runtime, u, 'I')
    call check(us%sync_state(e) == 0 .and. e%code /= 0, 'an array of the host alone has no state')
    call us%release()
    call vs%release()
    call gpu%destroy()
  end subroutine

  !> Memory of the device alone, and memory that is both's.
  subroutine an_array_stands_for_memory_of_the_device()
    real(c_double), target :: u(4), shape_of_it(4)
    type(gtjit_runtime) :: gpu
    type(gtjit_storage) :: us, there, both
    type(gtjit_error) :: e
    call gpu%create(device='emulated')
    u = [1, 2, 3, 4]
    call us%wrap(gpu, u, 'I', storage_kind=gtjit_software_managed_gpu)
    call there%wrap(gpu, shape_of_it, 'I', storage_kind=gtjit_gpu, device_data=us%device_address())
    call check(c_associated(there%device_address(), us%device_address()), 'it is the memory of the device')
    call check(.not. c_associated(there%address()), 'it has none of the host')
    call there%wrap(gpu, shape_of_it, 'I', storage_kind=gtjit_gpu, error=e)
    call check(index(e%text, 'address of foreign memory') > 0, e%text)
    call both%wrap(gpu, u, 'I', storage_kind=gtjit_cuda_managed_gpu)
    call check(c_associated(both%device_address(), c_loc(u)), 'it is one memory')
    call there%release()
    call both%release()
    call us%release()
    call gpu%destroy()
  end subroutine

  subroutine a_program_runs_where_it_is_told()
    real(c_double), target :: u(4, 1), v(2, 1)
    type(gtjit_runtime) :: gpu
    type(gtjit_storage) :: us, vs
    type(gtjit_program) :: laplacian
    type(gtjit_error) :: e
    call gpu%create(device='emulated')
    u(:, 1) = [1, 4, 9, 16]
    call us%wrap(gpu, u, 'IJ', lower=[0, 0], halo=[1, 0])
    call vs%wrap(gpu, v, 'IJ', lower=[1, 0])
    call laplacian%load(gpu, trim(folder)//'/laplacian.gtp')
    call laplacian%set_device()
    call laplacian%call([gtjit_out(vs), gtjit_in(us), gtjit_number(0.5_c_double)])
    call check(all(v == 1), 'processors computed it')
    call laplacian%set_device('tpu', e)
    call check(index(e%text, "got 'tpu'") > 0, e%text)
    call laplacian%set_device('gpu')
    call laplacian%release()
    call us%release()
    call vs%release()
    call gpu%destroy()
  end subroutine

  !> Sums of u over the vertices of each edge; indices count from 1, and -1 stands
  !> for a missing one.
  subroutine tables_are_arguments()
    real(c_double), target :: u(4), sums(3)
    integer(c_int32_t), target :: table(3, 2), turned(2, 3)
    type(gtjit_storage) :: us, ts, ss
    type(gtjit_program) :: p
    type(gtjit_error) :: e
    u = [1, 2, 4, 8]
    table = reshape([1, 2, 4, 2, -1, 3], [3, 2])
    call us%wrap(runtime, u, 'V')
    call ss%wrap(runtime, sums, 'E')
    call p%load(runtime, trim(folder)//'/around.gtp')
    call ts%wrap(runtime, table, 'E,E2V', kinds=[gtjit_by_name, gtjit_local])
    call p%call([gtjit_out(ss), gtjit_in(us), gtjit_in(ts)])
    call check(all(sums == [3, 2, 12]), 'a table, elements first')
    turned = transpose(table)
    turned(2, 2) = 4
    call ts%wrap(runtime, turned, 'E2V,E', kinds=[gtjit_local, gtjit_horizontal])
    call p%call([gtjit_out(ss), gtjit_in(us), gtjit_in(ts)])
    call check(all(sums == [3, 10, 12]), 'a table, neighbours first')
    turned(1, 3) = 5
    call ts%touch()
    call p%call([gtjit_out(ss), gtjit_in(us), gtjit_in(ts)], error=e)
    call check(index(e%text, 'its index at E2V(1), E(3) is 5, not in V[1,5)') > 0, e%text)
    call check(sums(2) == 10, 'nothing is written after a mistake')
    call ts%wrap(runtime, table, 'E,E2V')
    call p%call([gtjit_out(ss), gtjit_in(us), gtjit_in(ts)], error=e)
    call check(e%code /= 0, 'a table without a local dimension')
    call ts%wrap(runtime, table, 'E,E2V', kinds=[gtjit_local], error=e)
    call check(index(e%text, 'expected one number a dimension of the array') > 0, e%text)
    call ts%wrap(runtime, table, 'E,E2V', kinds=[7, 0], error=e)
    call check(index(e%text, 'expected a kind of dimension, got number 7') > 0, e%text)
    call us%release()
    call ts%release()
    call ss%release()
    call p%release()
  end subroutine

  subroutine every_type_lies_where_it_was()
    logical(c_bool), target :: b(3, 2)
    integer(c_int8_t), target :: i1(3, 2)
    integer(c_int16_t), target :: i2(3, 2)
    integer(c_int32_t), target :: i4(3, 2)
    integer(c_int64_t), target :: i8(3, 2)
    real(c_float), target :: r4(3, 2)
    real(c_double), target :: r8(3, 2)
    complex(c_float_complex), target :: c4(3, 2)
    complex(c_double_complex), target :: c8(3, 2)
    real(c_double), target :: scalar
    type(gtjit_storage) :: s
    call s%wrap(runtime, b, 'IJ')
    call check(same(s, c_loc(b)), 'logical')
    call s%wrap(runtime, i1, 'IJ')
    call check(same(s, c_loc(i1)), 'int8')
    call s%wrap(runtime, i1, 'IJ', type=gtjit_u8)
    call check(same(s, c_loc(i1)), 'uint8')
    call s%wrap(runtime, i2, 'IJ')
    call check(same(s, c_loc(i2)), 'int16')
    call s%wrap(runtime, i2, 'IJ', type=gtjit_bf16)
    call check(same(s, c_loc(i2)), 'bf16')
    call s%wrap(runtime, i4, 'IJ')
    call check(same(s, c_loc(i4)), 'int32')
    call s%wrap(runtime, i8, 'IJ')
    call check(same(s, c_loc(i8)), 'int64')
    call s%wrap(runtime, r4, 'IJ')
    call check(same(s, c_loc(r4)), 'real4')
    call s%wrap(runtime, r8, 'IJ')
    call check(same(s, c_loc(r8)), 'real8')
    call s%wrap(runtime, c4, 'IJ')
    call check(same(s, c_loc(c4)), 'complex4')
    call s%wrap(runtime, c8, 'IJ')
    call check(same(s, c_loc(c8)), 'complex8')
    call s%wrap(runtime, scalar, '')
    call check(same(s, c_loc(scalar)), 'scalar')
    call s%release()
  end subroutine

  subroutine a_section_is_not_copied()
    real(c_double), target :: a(9, 4, 3)
    type(gtjit_storage) :: s
    call s%wrap(runtime, a(1:9:2, :, :), 'IJK')
    call check(same(s, c_loc(a)), 'strided section')
    call s%wrap(runtime, a(2:, 3:, 2), 'IJ')
    call check(same(s, c_loc(a(2, 3, 2))), 'section of lower rank')
    call s%wrap(runtime, a(9:1:-1, :, 1), 'IJ')
    call check(same(s, c_loc(a(9, 1, 1))), 'reversed section')
    call s%release()
  end subroutine

  subroutine a_dummy_argument_keeps_its_place()
    real(c_float), target :: a(-1:8, 0:5)
    call through_dummy(a, c_loc(a), lbound(a))
    call through_dummy(a(1:8:3, 2:), c_loc(a(1, 2)), [1, 1])
  end subroutine

  subroutine through_dummy(x, address, lower)
    real(c_float), intent(inout), target :: x(:, :)
    type(c_ptr), intent(in) :: address
    integer, intent(in) :: lower(2)
    type(gtjit_storage) :: s
    call s%wrap(runtime, x, 'IJ', lower=lower)
    call check(same(s, address), 'assumed-shape dummy')
    call s%release()
  end subroutine

  subroutine a_halo_is_filled()
    real(c_double), target :: a(0:4)
    type(gtjit_storage) :: s
    type(gtjit_error) :: e
    a = [9, 1, 2, 3, 9]
    call s%wrap(runtime, a, 'I', lower=[0], halo=[1])
    call s%fill_halo([gtjit_periodic('I')])
    call check(all(a == [3, 1, 2, 3, 1]), 'periodic')
    call s%fill_halo([gtjit_extend('I')])
    call check(all(a == [1, 1, 2, 3, 3]), 'extend')
    call s%fill_halo([gtjit_constant('I', 7d0)])
    call check(all(a == [7, 1, 2, 3, 7]), 'constant')
    call s%fill_halo([gtjit_mirror('K')], error=e)
    call check(e%code == 3 .and. index(e%text, 'K') > 0, 'wrong dimension')
    call s%wrap(runtime, a, 'I', lower=[0], halo=[1], name='a', read_only=.true.)
    call s%fill_halo([gtjit_periodic('I')], error=e)
    call check(e%code == 3 .and. index(e%text, "cannot write 'a': its memory is read-only") > 0, 'read-only')
    call s%wrap(runtime, a, 'I', lower=[0], halo=[1], name='a', nontemporal=.true.)
    call s%fill_halo([gtjit_periodic('I')])
    call check(all(a == [3, 1, 2, 3, 1]), 'nontemporal')
    call s%release()
  end subroutine

  ! laplacian.gtp: v = alpha * (u(I + 1) + u(I - 1) - 2 u), written over I, J.
  subroutine a_program_reads_sections_and_writes_arrays()
    real(c_double), target :: u(0:20, 3), v(1:9, 3)
    type(gtjit_storage) :: us, vs
    type(gtjit_program) :: laplacian
    type(gtjit_argument) :: arguments(5)
    integer :: i, j
    do j = 1, 3
      do i = 0, 20
        u(i, j) = (i / 2)**2 * j + 1000 * mod(i, 2)
      end do
    end do
    v = -1
    call laplacian%load(runtime, trim(folder)//'/laplacian.gtp')
    call us%wrap(runtime, u(0:20:2, :), 'IJ', lower=[0, 1], halo=[1, 0])
    call vs%wrap(runtime, v, 'IJ')
    call laplacian%call([gtjit_out(vs), gtjit_in(us), gtjit_number(0.5d0)])
    do j = 1, 3
      do i = 1, 9
        call check(v(i, j) == j, 'laplacian of squares')
      end do
    end do
    call laplacian%call([gtjit_out(vs), gtjit_in(us), gtjit_number(2)])
    call check(all(v(:, 2) == 8), 'another number')
    arguments(1:5:2) = [gtjit_out(vs), gtjit_in(us), gtjit_number(1)]
    call laplacian%call(arguments(1:5:2))
    call check(all(v(:, 2) == 4), 'a section of arguments')
    call laplacian%release()
    call us%release()
    call vs%release()
  end subroutine

  ! choice.gtp: v = flag ? u + shift : u of u64 over I.
  subroutine numbers_of_every_kind()
    integer(c_int64_t), target :: u(2), v(2)
    type(gtjit_storage) :: us, vs
    type(gtjit_program) :: choice
    type(gtjit_error) :: e
    u = [5, 7]
    call choice%load(runtime, trim(folder)//'/choice.gtp')
    call us%wrap(runtime, u, 'I', type=gtjit_u64)
    call vs%wrap(runtime, v, 'I', type=gtjit_u64)
    call choice%call([gtjit_out(vs), gtjit_in(us), gtjit_number(.true.), gtjit_unsigned(-2_c_int64_t)])
    call check(all(v == [3, 5]), 'unsigned number beyond the signed ones')
    call choice%call([gtjit_out(vs), gtjit_in(us), gtjit_number(.true._c_bool), gtjit_unsigned(-2)])
    call check(all(v == [5, 7] + 2_c_int64_t**32 - 2), 'unsigned number of 32 bits')
    call choice%call([gtjit_out(vs), gtjit_in(us), gtjit_number(.false.), gtjit_number(1)])
    call check(all(v == [5, 7]), 'false')
    call choice%call([gtjit_out(vs), gtjit_in(us), gtjit_number(1), gtjit_number(1)], error=e)
    call check(e%code == 2 .and. index(e%text, 'bool scalar') > 0, 'no bool: '//e%text)
    call choice%release()
    call us%release()
    call vs%release()
  end subroutine

  subroutine mistakes_are_told()
    real(c_double), target :: a(3, 3)
    character(4), target :: letters(3)
    type(gtjit_storage) :: s
    type(gtjit_program) :: p
    type(gtjit_error) :: e
    call s%wrap(runtime, a, 'IJK', error=e)
    call check(e%code == 3 .and. index(e%text, 'names for 2 dimensions') > 0, 'names: '//e%text)
    call s%wrap(runtime, a, 'IJ', lower=[1], error=e)
    call check(e%code == 3, 'lower bounds')
    call s%wrap(runtime, a, 'IJ', halo=[2, 0], error=e)
    call check(e%code == 3 .and. index(e%text, 'halo of I') > 0, 'halo: '//e%text)
    call s%wrap(runtime, letters, 'I', error=e)
    call check(e%code == 1 .and. index(e%text, 'logical(c_bool)') > 0, 'letters: '//e%text)
    call s%wrap(runtime, a, 'IJ', type=gtjit_u8, error=e)
    call check(e%code == 1 .and. index(e%text, 'same size') > 0, 'size: '//e%text)
    call p%load(runtime, trim(folder)//'/missing.gtp', error=e)
    call check(e%code /= 0 .and. index(e%text, 'missing.gtp') > 0, 'missing: '//e%text)
    call s%wrap(runtime, a, 'IJ', error=e)
    call check(e%code == 0, 'no error')
    call s%release()
  end subroutine

  subroutine names_of_dimensions_are_read()
    real(c_double), target :: line(3), plane(3, 3)
    type(gtjit_storage) :: s
    type(gtjit_error) :: e
    integer :: n
    character(8), parameter :: lines(4) = ['I       ', ' level  ', 'Cell    ', 'X       ']
    character(8), parameter :: planes(4) = ['IJ      ', 'J , I   ', 'K,level ', 'I J     ']
    character(8), parameter :: no_lines(6) = ['IJ      ', 'KI      ', ',I      ', 'I,      ', '        ', 'a b     ']
    character(8), parameter :: no_planes(5) = ['level   ', 'I,      ', 'I,,J    ', 'I K,J   ', ',IJ     ']
    do n = 1, size(lines)
      call s%wrap(runtime, line, lines(n), error=e)
      call check(e%code == 0, 'a line: '//e%text)
    end do
    do n = 1, size(planes)
      call s%wrap(runtime, plane, planes(n), error=e)
      call check(e%code == 0, 'a plane: '//e%text)
    end do
    do n = 1, size(no_lines)
      call s%wrap(runtime, line, no_lines(n), error=e)
      call check(e%code == 3 .and. index(e%text, "names for 1 dimension, got '") > 0, 'no line: '//no_lines(n))
    end do
    do n = 1, size(no_planes)
      call s%wrap(runtime, plane, no_planes(n), error=e)
      call check(e%code == 3 .and. index(e%text, "names for 2 dimensions, got '") > 0, 'no plane: '//no_planes(n))
    end do
    call s%release()
  end subroutine

  subroutine messages_name_the_array()
    real(c_double), target :: u(0:10, 3), v(11, 3)
    real(c_double), allocatable, target, save :: nothing(:, :, :)
    real(c_double), pointer, save :: nowhere(:)
    type(gtjit_storage) :: us, vs, s
    type(gtjit_program) :: laplacian
    type(gtjit_error) :: e
    v = 5
    call laplacian%load(runtime, trim(folder)//'/laplacian.gtp')
    call us%wrap(runtime, u, 'IJ', lower=lbound(u), halo=[1, 0], name='temperature  ')
    call vs%wrap(runtime, v, 'IJ', name='next')
    call laplacian%call([gtjit_out(vs), gtjit_in(us), gtjit_number(1)], error=e)
    call check(e%code == 6 .and. index(e%text, "'temperature'") > 0 .and. index(e%text, "'next'") > 0, 'call: '//e%text)
    call check(all(v == 5), 'nothing is written')
    call s%wrap(runtime, nothing, 'IJK', halo=[0, 0, 1], name='nothing', error=e)
    call check(e%code == 3 .and. index(e%text, "'nothing': expected an array that is allocated") > 0, e%text)
    nullify (nowhere)
    call s%wrap(runtime, nowhere, 'I', name='  ', error=e)
    call check(e%code == 3 .and. index(e%text, 'error: expected an array that is allocated or associated') > 0, e%text)
    call s%wrap(runtime, u, 'IJ', halo=[6, 0], halo_high=[5, 1], name='u', error=e)
    call check(e%code == 0, 'all points are halo: '//e%text)
    call s%wrap(runtime, u, 'IJ', halo=[6, 0], halo_high=[6, 1], name='u', error=e)
    call check(index(e%text, "'u': expected a halo of I from 0 and no wider than the array, got (6,6) of 11") > 0, e%text)
    call laplacian%release()
    call us%release()
    call vs%release()
    call s%release()
  end subroutine

end program
