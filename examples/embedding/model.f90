! A model in Fortran that keeps its own arrays: embedding_fortran <file of the program>.
program model
  use, intrinsic :: iso_fortran_env, only: real64
  use gtjit
  implicit none
  integer, parameter :: n = 64, steps = 100
  real(real64), target :: t(0:n + 1, 0:n + 1), next(0:n + 1, 0:n + 1)
  type(gtjit_runtime) :: runtime
  type(gtjit_program) :: step
  type(gtjit_storage) :: now, then
  character(1024) :: path
  integer :: s

  t = 0
  t(n / 2 + 1, n / 2 + 1) = 1000
  call get_command_argument(1, path)
  ! listing: wrap
  call runtime%create()
  call step%load(runtime, trim(path))
  call now%wrap(runtime, t, 'IJ', lower=lbound(t), halo=[1, 1], name='t')
  call then%wrap(runtime, next, 'IJ', lower=lbound(next), halo=[1, 1], name='next')
  ! end listing

  ! listing: loop
  do s = 1, steps
    call now%fill_halo([gtjit_periodic('I'), gtjit_mirror('J')])
    call step%call([gtjit_out(then), gtjit_in(now), gtjit_number(0.2_real64)])
    call gtjit_swap(now, then)
  end do
  ! end listing

  ! An even number of steps: the result is in t.
  print '(a, f0.6, a, f0.6)', 'heat ', sum(t(1:n, 1:n)), ', greatest ', maxval(t(1:n, 1:n))
  call now%release()
  call then%release()
  call step%release()
  call runtime%destroy()
end program
