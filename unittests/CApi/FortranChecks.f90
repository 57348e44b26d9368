!===- FortranChecks.f90 - What the tests of the Fortran module check with ----===!
!
! Counts and prints what does not hold.
!
!===------------------------------------------------------------------------===!
module fortran_checks
  use, intrinsic :: iso_c_binding
  use gtjit
  implicit none
  integer :: failures = 0

contains

  subroutine check(condition, what)
    logical, intent(in) :: condition
    character(*), intent(in) :: what
    if (condition) return
    failures = failures + 1
    print '(2a)', 'failed: ', what
  end subroutine

  logical function same(storage, address)
    type(gtjit_storage), intent(in) :: storage
    type(c_ptr), intent(in) :: address
    same = c_associated(storage%address(), address)
  end function

end module
