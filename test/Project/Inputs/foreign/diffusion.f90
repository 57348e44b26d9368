! Runs the saved program on arrays of Fortran.
program diffusion
  use, intrinsic :: iso_fortran_env, only: real64
  use gtjit
  implicit none
  real(real64), target :: u(-1:8, -1:8), v(0:7, 0:7)
  type(gtjit_runtime) :: runtime
  type(gtjit_storage) :: us, vs
  type(gtjit_program) :: step
  character(1024) :: path
  call get_command_argument(1, path)
  u = 0
  u(4, 4) = 1
  call runtime%create()
  call us%wrap(runtime, u, 'IJ', lower=lbound(u), halo=[1, 1])
  call vs%wrap(runtime, v, 'IJ', lower=lbound(v))
  call step%load(runtime, trim(path))
  call step%call([gtjit_out(vs), gtjit_in(us), gtjit_number(0.25_real64)])
  print '(f0.0, f3.0)', v(4, 4), sum(v)
  call step%release()
  call us%release()
  call vs%release()
  call runtime%destroy()
end program
