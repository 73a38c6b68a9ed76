// report/export_fortran.c: the target fortran: a module of Fortran 2008.

#include "report/target.h"

static const TargetLanguage language = {
  .text = "fortran",
  .ops = OPS_FORTRAN,
  .emit =
    {
      .reserved = " p t y out v dp state_count parameter_count pivot_count residual_count multiplier_count"
                  " observable_count event_count state_names parameter_names residual_names multiplier_names"
                  " observable_names event_names directions parameters start start_time end_time least rate energy"
                  " pivoting ieee_value ieee_quiet_nan ieee_positive_inf sqrt sin cos tan asin acos atan atan2 sinh"
                  " cosh tanh exp log abs if do end call real integer return function subroutine contains ",
      .one_case = true,
      .letter_first = true,
      .suffix = "_dp",
      .nan = "ieee_value(0.0_dp, ieee_quiet_nan)",
      .infinity = "ieee_value(0.0_dp, ieee_positive_inf)",
      .value = "    %n = %v\n",
      .store = "    %n = %v",
      .remark = "    ! %c\n",
      .element = "%n(%i)",
      .base = 1,
      .declared = "\n    real(dp) :: %n",
      .declared_array = "\n    real(dp) :: %n(%k)",
      .solution = "    call pivoting([%v], %n)\n",
      .solution_in = "    call pivoting(v(%a:%b), v(%t:%f))\n",
      .part_head = "  subroutine %f_part_%k(p, t, y, out, v)\n    real(dp), intent(in) :: p(*), t, y(*)\n"
                   "    real(dp), intent(inout) :: out(*), v(:)\n",
      .part_end = "  end subroutine\n\n",
      .part_call = "    call %f_part_%k(p, t, y, out, v)\n",
      .room = "    real(dp) :: v(%k)\n",
      .continued = " &\n      ",
    },
  .comment = "!",
  .quote = "\"",
  .head = "  ! %d\n  subroutine %f(p, t, y, out)\n    real(dp), intent(in) :: p(*), t, y(*)\n"
          "    real(dp), intent(out) :: out(%k)\n",
  .end = "  end subroutine\n\n",
  .by_columns = true,
  .goes_on = " &",
};

const ExportTarget export_fortran = {.name = "fortran", .language = &language};
