! {{title}}: the equations of motion by the method {{method}}, written by dalembert {{version}}.
!
!   use {{prefix}}
!   real(dp) :: yd(state_count)
!   call rate(parameters, start_time, start, yd)                 ! the rates at the start
!
! y is the state, with the names state_names; t is the independent variable, {{variable}}; p are the parameters. The
! others are subroutines of p, t, y and out, too; out may be a matrix with those numbers of rows and columns.
!
!   rate               the rates of the state; NaN if they are undefined
!   energy             the energy, a function
{{function_list}}

module {{prefix}}
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan, ieee_positive_inf
  implicit none

  integer, parameter :: state_count = {{n}}, parameter_count = {{fixed}}, pivot_count = {{watched}}
  integer, parameter :: residual_count = {{residuals}}, multiplier_count = {{multipliers}}
  integer, parameter :: observable_count = {{observables}}, event_count = {{events}}
  character(len={{longest}}), parameter :: state_names(state_count) = [character(len={{longest}}) :: &
    {{state_names}}]
  character(len={{longest}}), parameter :: parameter_names(parameter_count) = [character(len={{longest}}) :: &
    {{parameter_names}}]
  character(len={{longest}}), parameter :: residual_names(residual_count) = [character(len={{longest}}) :: &
    {{residual_names}}]
  character(len={{longest}}), parameter :: multiplier_names(multiplier_count) = [character(len={{longest}}) :: &
    {{multiplier_names}}]
  character(len={{longest}}), parameter :: observable_names(observable_count) = [character(len={{longest}}) :: &
    {{observable_names}}]
  character(len={{longest}}), parameter :: event_names(event_count) = [character(len={{longest}}) :: &
    {{event_names}}]
  ! of the events: 1 rising, -1 falling, 0 any
  integer, parameter :: directions(event_count) = [integer :: {{directions}}]
  real(dp), parameter :: parameters(parameter_count) = [real(dp) :: &
    {{parameters}}]
  real(dp), parameter :: start(state_count) = [real(dp) :: &
    {{start}}]
  ! {{variable}} at the start, and at the end of a run
  real(dp), parameter :: start_time = {{from}}, end_time = {{to}}
  ! part of its scale below which a pivot may be zero
  real(dp), parameter :: least = {{least}}

contains

  subroutine rate(p, t, y, out)
    real(dp), intent(in) :: p(*), t, y(*)
    real(dp), intent(out) :: out(state_count)
    real(dp) :: all_numbers({{all}})
    integer :: i
    call rates(p, t, y, all_numbers)
    out = all_numbers(:state_count)
    do i = state_count + 1, state_count + pivot_count
      if (.not. abs(all_numbers(i)) > least * abs(all_numbers(i + pivot_count))) &
        out = ieee_value(0.0_dp, ieee_quiet_nan)
    end do
  end subroutine

  real(dp) function energy(p, t, y)
    real(dp), intent(in) :: p(*), t, y(*)
    real(dp) :: out(1)
    call energies(p, t, y, out)
    energy = out(1)
  end function

{{pivoting}}
  ! Solves linear equations by elimination with complete pivoting and two steps of refinement. k: n, the rank, factors
  ! of rows and columns, coefficients row by row, right-hand sides. Returns the solutions, the determinant, its scale.
  subroutine pivoting(k, out)
    real(dp), intent(in) :: k(:)
    real(dp), intent(out) :: out(:)
    integer :: n, rank, sides, side, i, j, l, r, c, s, first
    integer, allocatable :: row(:), column(:)
    real(dp), allocatable :: a(:, :), sizes(:, :), x(:)
    real(dp) :: largest, left, least_left, product, signs, part
    n = nint(k(1))
    rank = nint(k(2))
    sides = (size(k) - 2) / n - n - 2
    side = 2 + 2 * n + n * n
    allocate (row(n), column(n), a(n, n), sizes(n, n), x(n))
    do i = 1, n
      row(i) = i
      column(i) = i
      do j = 1, n
        a(i, j) = k(2 + 2 * n + (i - 1) * n + j) * k(2 + i) * k(2 + n + j)
      end do
    end do
    sizes = abs(a)
    out = 0
    least_left = 1
    product = 1
    signs = 1
    do i = 1, rank
      largest = -1
      r = i
      c = i
      do j = i, n
        do l = i, n
          if (abs(a(j, l)) > largest) then
            largest = abs(a(j, l))
            r = j
            c = l
          end if
        end do
      end do
      a([i, r], :) = a([r, i], :)
      sizes([i, r], :) = sizes([r, i], :)
      a(:, [i, c]) = a(:, [c, i])
      sizes(:, [i, c]) = sizes(:, [c, i])
      row([i, r]) = row([r, i])
      column([i, c]) = column([c, i])
      if ((a(i, i) < 0) .eqv. ((r /= i) .eqv. (c /= i))) signs = -signs
      if (.not. largest > 0) then
        out = ieee_value(0.0_dp, ieee_quiet_nan)
        if (largest >= 0) out(sides * n + 1) = 0
        out(sides * n + 2) = 1
        return
      end if
      left = largest / sizes(i, i)
      product = product * largest
      if (left < least_left) least_left = left
      do j = i + 1, n
        if (a(j, i) == 0) cycle
        a(j, i) = a(j, i) / a(i, i)
        do l = i + 1, n
          part = a(j, i) * a(i, l)
          a(j, l) = a(j, l) - part
          sizes(j, l) = sizes(j, l) + abs(part)
        end do
      end do
    end do
    do s = 0, 3 * sides - 1
      first = s / 3 * n
      do i = 1, rank
        r = row(i)
        x(i) = k(side + first + r)
        do j = 1, n
          x(i) = x(i) - k(2 + 2 * n + (r - 1) * n + j) * out(first + j)
        end do
        x(i) = x(i) * k(2 + r)
        do j = 1, i - 1
          x(i) = x(i) - a(i, j) * x(j)
        end do
      end do
      do i = rank, 1, -1
        do j = i + 1, rank
          x(i) = x(i) - a(i, j) * x(j)
        end do
        x(i) = x(i) / a(i, i)
      end do
      do i = 1, rank
        c = column(i)
        out(first + c) = out(first + c) + x(i) * k(2 + n + c)
      end do
    end do
    out(sides * n + 1) = product
    if (rank == n) out(sides * n + 1) = signs * product
    out(sides * n + 2) = product / least_left
  end subroutine

{{end}}
{{functions}}end module
