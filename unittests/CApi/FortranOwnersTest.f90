!===- FortranOwnersTest.f90 - What the objects of the Fortran module hold ----===!
!
! Owners of storages, programs and runtimes. Standard Fortran 2008. Arguments: the
! folder with the saved programs.
!
!===------------------------------------------------------------------------===!
program fortran_owners_test
  use, intrinsic :: iso_c_binding
  use gtjit
  use fortran_checks
  implicit none
  type :: model
    type(gtjit_storage) :: one, two(2)
    type(gtjit_program) :: step
  end type
  type(gtjit_runtime) :: runtime
  character(512) :: folder

  call get_command_argument(1, folder)
  call runtime%create(threads=1)
  call what_fails_has_no_effect()
  call every_assignment_makes_an_owner()
  call components_are_owners()
  call runtime%destroy()
  if (failures /= 0) error stop 1

contains

  subroutine what_fails_has_no_effect()
    real(c_double), target :: a(0:10, 3), v(9, 3)
    type(gtjit_storage) :: s, vs
    type(gtjit_program) :: p
    type(gtjit_runtime) :: own
    type(gtjit_error) :: e
    a = 1
    call own%create(threads=1)
    call own%create(threads=-1, error=e)
    call check(e%code == 3 .and. index(e%text, '-1') > 0, 'threads: '//e%text)
    call s%wrap(own, a, 'IJ', lower=lbound(a), halo=[1, 0])
    call s%wrap(own, a, 'IJK', error=e)
    call check(e%code == 3, 'names')
    call check(same(s, c_loc(a)), 'a failed wrap keeps the storage')
    call s%wrap(own, a, 'IJ', lower=[1], error=e)
    call check(e%code == 3, 'lower bounds')
    call check(same(s, c_loc(a)), 'a refused wrap keeps the storage')
    call vs%wrap(own, v, 'IJ')
    call p%load(own, trim(folder)//'/laplacian.gtp')
    call p%load(own, trim(folder)//'/missing.gtp', error=e)
    call check(e%code /= 0, 'missing program')
    call p%call([gtjit_out(vs), gtjit_in(s), gtjit_number(1)], error=e)
    call check(e%code == 0 .and. all(v == 0), 'a failed load keeps the program')
    call p%release()
    call s%release()
    call vs%release()
    call own%destroy()
  end subroutine

  subroutine every_assignment_makes_an_owner()
    real(c_double), target :: u(0:10, 3), v(9, 3)
    type(gtjit_storage) :: a, b, c, several(2)
    type(gtjit_program) :: p, q
    type(gtjit_runtime) :: own, other
    call own%create(threads=1)
    other = own
    call own%destroy()
    u = 1
    v = 5
    call a%wrap(other, u, 'IJ', lower=lbound(u), halo=[1, 0])
    call c%wrap(other, v, 'IJ')
    call p%load(other, trim(folder)//'/laplacian.gtp')
    call other%destroy()
    b = a
    a = a
    q = p
    call a%release()
    call p%release()
    call check(same(b, c_loc(u)), 'a storage lives while it has an owner')
    call q%call([gtjit_out(c), gtjit_in(b), gtjit_number(1)])
    call check(all(v == 0), 'a program lives while it has an owner')
    several = c
    several(1) = b
    call c%release()
    call b%release()
    b = several(2)
    call several(2)%release()
    call check(same(several(1), c_loc(u)), 'an element is an owner')
    call check(same(b, c_loc(v)), 'a scalar assigned to an array')
    several = a
    call b%release()
    call q%release()
  end subroutine

  subroutine components_are_owners()
    real(c_double), target :: u(0:10, 3), v(9, 3)
    type(model) :: a, b
    u = 2
    call a%one%wrap(runtime, v, 'IJ')
    call a%two(2)%wrap(runtime, u, 'IJ', lower=lbound(u), halo=[1, 0])
    call a%step%load(runtime, trim(folder)//'/laplacian.gtp')
    b = a
    call a%one%release()
    call a%two(2)%release()
    call a%step%release()
    v = 5
    call b%step%call([gtjit_out(b%one), gtjit_in(b%two(2)), gtjit_number(1)])
    call check(all(v == 0), 'components are owners')
    call b%one%release()
    call b%two(2)%release()
    call b%step%release()
  end subroutine

end program
