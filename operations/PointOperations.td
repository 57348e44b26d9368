//===- PointOperations.td - The table of point operations --*- tablegen -*-===//
//
// Every operation on values at one point, once. From this table come the
// operations of the `gt` dialect, their lowering, the cases of the reference
// evaluator, the C++ overloads and the documentation.
//
// To add an operation, add a record here; where its float lowering is a call
// of the math table, add the function to include/gtabi/MathTable.h, too.
//
//===----------------------------------------------------------------------===//
#ifndef OPERATIONS_POINTOPERATIONS
#define OPERATIONS_POINTOPERATIONS

/// How the result type follows from the operands' types, after promotion to a
/// common type.
class TypeRule<string n> { string name = n; }
def SameType   : TypeRule<"SameType">;   // numbers -> the common type
def TrueDivide : TypeRule<"TrueDivide">; // floats -> the common type; integers -> f64
def FloatOnly  : TypeRule<"FloatOnly">;  // floats -> the same type; integers -> f64
def Classify   : TypeRule<"Classify">;   // floats -> bool; integers as f64
def Compare    : TypeRule<"Compare">;    // numbers or bools -> bool
def Logical    : TypeRule<"Logical">;    // bools -> bool
def Select     : TypeRule<"Select">;     // (bool, T, T) -> T, any T
def Convert    : TypeRule<"Convert">;    // any type -> the type asked for

/// One point operation. The reference text is C++ over `a`, `b`, `c` of the
/// type `T` (f16 and bf16 as float; integers as unsigned, so that they wrap,
/// signed ones seen through `asSigned`); the lowerings are operations of the
/// LLVM dialect on scalars and vectors alike. An empty text says that the type
/// is not supported; for unsigned integers, that they are computed as signed
/// ones are.
class PointOperation<string mnemonicText, int operandCount, TypeRule typeRule> {
  string mnemonic = mnemonicText;   // in the dialect
  string name = ?;                  // CamelCase: GT_<name>Op, OpCode::<name>
  string cpp = ?;                   // spelling in C++: an operator or a function's name
  list<string> aliases = [];        // further names in C++
  int arity = operandCount;
  TypeRule rule = typeRule;
  string description = ?;           // for the documentation
  string floatReference = "";
  string intReference = "";
  string uintReference = "";
  string boolReference = "";
  string floatLowering = "";        // "LLVM::FAddOp", or "math:Exp" for the math table, or "own:<name>" for a hand-written one
  string intLowering = "";
  string uintLowering = "";
  string boolLowering = "";
  int flops = 1;
  bit commutative = 0;
  bit involution = 0;               // f(f(x)) is x, bit for bit
  bit idempotent = 0;               // f(x, x) is x, or f(f(x)) is f(x), bit for bit
  int cost = 1;                     // cycles of a core's busiest port for a vector of results, in which it does one addition
  bit divider = 0;                  // the divider does it, which some machines have narrower than vectors
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

class Arithmetic<string mnemonicText, string nameText, string cppText, string text> : PointOperation<mnemonicText, 2, SameType> {
  let name = nameText;
  let cpp = cppText;
  let description = text;
}
def Add : Arithmetic<"add", "Add", "+", "Sum. Integers wrap."> {
  let floatReference = "a + b"; let intReference = "a + b";
  let floatLowering = "LLVM::FAddOp"; let intLowering = "LLVM::AddOp"; let commutative = 1;
}
def Sub : Arithmetic<"sub", "Sub", "-", "Difference. Integers wrap."> {
  let floatReference = "a - b"; let intReference = "a - b";
  let floatLowering = "LLVM::FSubOp"; let intLowering = "LLVM::SubOp";
}
def Mul : Arithmetic<"mul", "Mul", "*", "Product. Integers wrap."> {
  let floatReference = "a * b"; let intReference = "wrappingProduct(a, b)";
  let floatLowering = "LLVM::FMulOp"; let intLowering = "LLVM::MulOp"; let commutative = 1;
}
def Div : PointOperation<"div", 2, TrueDivide> {
  let name = "Div"; let cpp = "/";
  let description = "True division; integers are divided as f64. x / 0 is an infinity or NaN as IEEE 754 says.";
  let floatReference = "a / b"; let floatLowering = "LLVM::FDivOp";
  let cost = 9; let divider = 1;
}
def FloorDivide : Arithmetic<"floor_divide", "FloorDivide", "floor_divide", "Quotient rounded down, as Python's `//`. Integers stay integers; by 0 it is 0, the least integer by -1 is itself. Floats: by 0 an infinity or NaN as a / b, an infinity divided gives NaN."> {
  let floatReference = "mathFloorDivide(a, b)"; let intReference = "floorQuotient(a, b)"; let uintReference = "b == 0 ? T(0) : T(a / b)";
  let floatLowering = "math:FloorDivide"; let intLowering = "own:FloorDivideInt";
  let flops = 6; let cost = 60;
}
def Mod : Arithmetic<"mod", "Mod", "%", "What floor_divide leaves, with the sign of the divisor, as Python's `%`. Integers: by 0 it is 0. Floats: by 0, or of an infinity, NaN; a zero has the divisor's sign; -1 % inf is inf."> {
  let aliases = ["mod"];
  let floatReference = "mathMod(a, b)"; let intReference = "floorRemainder(a, b)"; let uintReference = "b == 0 ? T(0) : T(a % b)";
  let floatLowering = "math:Mod"; let intLowering = "own:ModInt";
  let flops = 6; let cost = 60;
}
def Fmod : Arithmetic<"fmod", "Fmod", "fmod", "Remainder of the quotient rounded toward zero: exact, with the sign of the dividend. Integers: by 0 it is 0. Floats: by 0, or of an infinity, NaN."> {
  let floatReference = "mathFmod(a, b)"; let intReference = "truncatedRemainder(a, b)"; let uintReference = "b == 0 ? T(0) : T(a % b)";
  let floatLowering = "math:Fmod"; let intLowering = "own:RemainderInt"; let uintLowering = "own:ModInt";
  let flops = 4; let cost = 50;
}
def Pow : Arithmetic<"pow", "Pow", "pow", "Power. By a number from 1 to 16 without a fraction it is multiplications, by -1, 0.5 and 1.5 a division or a root, see below; any other exponent of a float is the math function, with pow(x, 0) = pow(1, y) = 1 and NaN for a negative base and a fraction. Integers wrap; a negative integer exponent in a field gives what is left of 1 / a^-b rounded toward zero (0 for a = 0), as a number it is an error."> {
  let aliases = ["power"];
  let floatReference = "mathPow(a, b)"; let intReference = "integerPower(a, b)"; let uintReference = "wrappingPower(a, b)";
  let floatLowering = "math:Pow"; let intLowering = "own:PowInt"; let uintLowering = "own:PowUInt";
  let flops = 40; let cost = 120;
}
def Min : Arithmetic<"min", "Min", "min", "IEEE 754-2019 minimum: NaN if either is NaN; -0 is less than +0."> {
  let aliases = ["minimum"];
  let floatReference = "ieeeMinimum(a, b)"; let intReference = "signedMin(a, b)"; let uintReference = "a < b ? a : b";
  let floatLowering = "LLVM::MinimumOp"; let intLowering = "LLVM::SMinOp"; let uintLowering = "LLVM::UMinOp";
  let commutative = 1; let idempotent = 1; let cost = 2;
}
def Max : Arithmetic<"max", "Max", "max", "IEEE 754-2019 maximum: NaN if either is NaN; -0 is less than +0."> {
  let aliases = ["maximum"];
  let floatReference = "ieeeMaximum(a, b)"; let intReference = "signedMax(a, b)"; let uintReference = "a > b ? a : b";
  let floatLowering = "LLVM::MaximumOp"; let intLowering = "LLVM::SMaxOp"; let uintLowering = "LLVM::UMaxOp";
  let commutative = 1; let idempotent = 1; let cost = 2;
}
def Neg : PointOperation<"neg", 1, SameType> {
  let name = "Neg"; let cpp = "-"; let aliases = ["neg"];
  let description = "Negation. Flips the sign of zero and NaN too; the least integer is its own negative, unsigned integers wrap.";
  let floatReference = "-a"; let intReference = "0 - a";
  let floatLowering = "LLVM::FNegOp"; let intLowering = "own:NegInt";
  let involution = 1;
}
def Abs : PointOperation<"abs", 1, SameType> {
  let name = "Abs"; let cpp = "abs";
  let description = "Absolute value. The least integer is its own absolute value.";
  let floatReference = "std::fabs(a)"; let intReference = "wrappingAbs(a)"; let uintReference = "a";
  let floatLowering = "LLVM::FAbsOp"; let intLowering = "own:AbsInt"; let uintLowering = "own:Same";
  let idempotent = 1;
}
def Sign : PointOperation<"sign", 1, SameType> {
  let name = "Sign"; let cpp = "sign";
  let description = "-1, 0 or 1. 0 for both zeros, NaN for NaN.";
  let floatReference = "a > 0 ? T(1) : a < 0 ? T(-1) : a == 0 ? T(0) : a"; let intReference = "asSigned(a) > 0 ? T(1) : asSigned(a) < 0 ? T(-1) : T(0)"; let uintReference = "a > 0 ? T(1) : T(0)";
  let floatLowering = "own:SignFloat"; let intLowering = "own:SignInt"; let uintLowering = "own:SignUInt";
  let cost = 3; let idempotent = 1;
}
def CopySign : PointOperation<"copysign", 2, FloatOnly> {
  let name = "CopySign"; let cpp = "copysign";
  let description = "The first operand with the sign of the second, zeros included. The sign of a NaN is unspecified: with one as second operand either sign may come.";
  let floatReference = "std::copysign(a, b)"; let floatLowering = "LLVM::CopySignOp";
}
def Fma : PointOperation<"fma", 3, FloatOnly> {
  let name = "Fma"; let cpp = "fma";
  let description = "a * b + c, rounded once: a fused multiply-add. What `contract` makes of products that are added.";
  let floatReference = "std::fma(a, b, c)"; let floatLowering = "LLVM::FMAOp";
  let flops = 2;
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

class Rounding<string mnemonicText, string nameText, string reference, string lowering, string text> : PointOperation<mnemonicText, 1, FloatOnly> {
  let name = nameText;
  let cpp = mnemonicText;
  let description = text;
  let floatReference = reference;
  let floatLowering = lowering;
  let cost = 2;
  let idempotent = 1;
}
def Floor : Rounding<"floor", "Floor", "std::floor(a)", "LLVM::FFloorOp", "The greatest whole number that is not greater, as a float. Keeps -0, infinities and NaN.">;
def Ceil  : Rounding<"ceil", "Ceil", "std::ceil(a)", "LLVM::FCeilOp", "The least whole number that is not less, as a float: -0.5 gives -0. Keeps -0, infinities and NaN.">;
def Trunc : Rounding<"trunc", "Trunc", "std::trunc(a)", "LLVM::FTruncOp", "The whole number toward zero, as a float: -0.5 gives -0. Keeps -0, infinities and NaN.">;
def Round : Rounding<"round", "Round", "std::nearbyint(a)", "LLVM::RoundEvenOp", "The nearest whole number, as a float; halves go to the even one: 0.5 gives 0, 1.5 and 2.5 give 2. Keeps -0, infinities and NaN.">;

//===----------------------------------------------------------------------===//
// Math functions
//===----------------------------------------------------------------------===//

class MathFunction<string mnemonicText, string nameText, string text> : PointOperation<mnemonicText, 1, FloatOnly> {
  let name = nameText;
  let cpp = mnemonicText;
  let description = text;
  let floatReference = "math" # nameText # "(a)";
  let floatLowering = "math:" # nameText;
  let flops = 20;
  let cost = 40;
}
class MathFunction2<string mnemonicText, string nameText, string text> : PointOperation<mnemonicText, 2, FloatOnly> {
  let name = nameText;
  let cpp = mnemonicText;
  let description = text;
  let floatReference = "math" # nameText # "(a, b)";
  let floatLowering = "math:" # nameText;
  let flops = 30;
  let cost = 70;
}
def Sqrt : PointOperation<"sqrt", 1, FloatOnly> {
  let name = "Sqrt"; let cpp = "sqrt"; let flops = 1;
  let description = "Square root, correctly rounded; NaN below zero, -0 for -0.";
  let floatReference = "std::sqrt(a)"; let floatLowering = "LLVM::SqrtOp";
  let cost = 16; let divider = 1;
}
def Cbrt : MathFunction<"cbrt", "Cbrt", "Cube root, negative for negative operands.">;
def Exp : MathFunction<"exp", "Exp", "Exponential function."> { let cost = 30; }
def Expm1 : MathFunction<"expm1", "Expm1", "exp(a) - 1 without cancellation near 0.">;
def Log : MathFunction<"log", "Log", "Natural logarithm; -inf at zero, NaN below."> { let cost = 36; }
def Log2 : MathFunction<"log2", "Log2", "Logarithm to the base 2; -inf at zero, NaN below.">;
def Log10 : MathFunction<"log10", "Log10", "Logarithm to the base 10; -inf at zero, NaN below.">;
def Log1p : MathFunction<"log1p", "Log1p", "log(1 + a) without cancellation near 0; -inf at -1, NaN below.">;
def Sin : MathFunction<"sin", "Sin", "Sine, of any size of operand; NaN for infinities.">;
def Cos : MathFunction<"cos", "Cos", "Cosine, of any size of operand; NaN for infinities.">;
def Tan : MathFunction<"tan", "Tan", "Tangent, of any size of operand; NaN for infinities.">;
def Asin : MathFunction<"asin", "Asin", "Arc sine, in [-pi/2, pi/2]; NaN outside of [-1, 1]."> { let aliases = ["arcsin"]; }
def Acos : MathFunction<"acos", "Acos", "Arc cosine, in [0, pi]; NaN outside of [-1, 1]."> { let aliases = ["arccos"]; }
def Atan : MathFunction<"atan", "Atan", "Arc tangent, in [-pi/2, pi/2]."> { let aliases = ["arctan"]; }
def Sinh : MathFunction<"sinh", "Sinh", "Hyperbolic sine.">;
def Cosh : MathFunction<"cosh", "Cosh", "Hyperbolic cosine.">;
def Tanh : MathFunction<"tanh", "Tanh", "Hyperbolic tangent.">;
def Asinh : MathFunction<"asinh", "Asinh", "Inverse hyperbolic sine."> { let aliases = ["arcsinh"]; }
def Acosh : MathFunction<"acosh", "Acosh", "Inverse hyperbolic cosine; NaN below 1."> { let aliases = ["arccosh"]; }
def Atanh : MathFunction<"atanh", "Atanh", "Inverse hyperbolic tangent; infinities at -1 and 1, NaN outside."> { let aliases = ["arctanh"]; }
def Erf : MathFunction<"erf", "Erf", "Error function.">;
def Erfc : MathFunction<"erfc", "Erfc", "1 - erf(a) without cancellation for large operands.">;
def Tgamma : MathFunction<"tgamma", "Tgamma", "Gamma function; an infinity with the zero's sign at zeros, NaN at negative whole numbers and -inf."> { let aliases = ["gamma"]; let cost = 150; }
def Lgamma : MathFunction<"lgamma", "Lgamma", "Logarithm of the gamma function's absolute value; inf at 0 and negative whole numbers."> { let cost = 150; }
def Atan2 : MathFunction2<"atan2", "Atan2", "Angle of the point (b, a), in [-pi, pi]; atan2(0, -1) is pi, signed zeros as in IEEE 754.">;
def Hypot : MathFunction2<"hypot", "Hypot", "sqrt(a * a + b * b) without overflow; inf if either is infinite, even with a NaN."> { let commutative = 1; }

//===----------------------------------------------------------------------===//
// Classes of floats
//===----------------------------------------------------------------------===//

class Classification<string mnemonicText, string nameText, string lowering, string text> : PointOperation<mnemonicText, 1, Classify> {
  let name = nameText;
  let cpp = mnemonicText;
  let description = text;
  let floatReference = "std::" # mnemonicText # "(a)";
  let floatLowering = lowering;
}
def IsNan    : Classification<"isnan", "IsNan", "own:IsNan", "True for NaN.">;
def IsInf    : Classification<"isinf", "IsInf", "own:IsInf", "True for infinities.">;
def IsFinite : Classification<"isfinite", "IsFinite", "own:IsFinite", "True for all but infinities and NaN.">;

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

class Comparison<string mnemonicText, string nameText, string cppText, string text> : PointOperation<mnemonicText, 2, Compare> {
  let name = nameText;
  let cpp = cppText;
  let description = text;
  let floatReference = "a " # cppText # " b";
  let intReference = "asSigned(a) " # cppText # " asSigned(b)";
  let uintReference = "a " # cppText # " b";
  let floatLowering = "own:Compare" # nameText;
  let intLowering = "own:Compare" # nameText;
}
def Eq : Comparison<"eq", "Eq", "==", "Equal; false where either is NaN."> {
  let boolReference = "a == b"; let boolLowering = "own:CompareEq"; let commutative = 1;
}
def Ne : Comparison<"ne", "Ne", "!=", "Not equal; true where either is NaN."> {
  let boolReference = "a != b"; let boolLowering = "own:CompareNe"; let commutative = 1;
}
def Lt : Comparison<"olt", "Lt", "<", "Less; false where either is NaN.">;
def Le : Comparison<"ole", "Le", "<=", "Less or equal; false where either is NaN.">;
def Gt : Comparison<"ogt", "Gt", ">", "Greater; false where either is NaN.">;
def Ge : Comparison<"oge", "Ge", ">=", "Greater or equal; false where either is NaN.">;

//===----------------------------------------------------------------------===//
// Logic of bools, bits of integers
//===----------------------------------------------------------------------===//

class LogicalOperation<string mnemonicText, string nameText, string cppText, string op, string text> : PointOperation<mnemonicText, 2, Logical> {
  let name = nameText;
  let cpp = cppText;
  let description = text;
  let boolReference = "a " # cppText # " b";
  let boolLowering = op;
  let commutative = 1;
}
def And : LogicalOperation<"and", "And", "&", "LLVM::AndOp", "Both."> { let idempotent = 1; }
def Or  : LogicalOperation<"or", "Or", "|", "LLVM::OrOp", "Either or both."> { let idempotent = 1; }
def Xor : LogicalOperation<"xor", "Xor", "^", "LLVM::XOrOp", "Either, not both.">;
def Not : PointOperation<"not", 1, Logical> {
  let name = "Not"; let cpp = "!";
  let description = "Not.";
  let boolReference = "!a"; let boolLowering = "own:NotBool";
  let involution = 1;
}

class BitOperation<string mnemonicText, string nameText, string reference, string lowering, string text> : PointOperation<mnemonicText, 2, SameType> {
  let name = nameText;
  let cpp = mnemonicText;
  let description = text;
  let intReference = reference;
  let intLowering = lowering;
}
def BitAnd : BitOperation<"bitwise_and", "BitAnd", "a & b", "LLVM::AndOp", "Bits that are set in both."> { let commutative = 1; let idempotent = 1; }
def BitOr  : BitOperation<"bitwise_or", "BitOr", "a | b", "LLVM::OrOp", "Bits that are set in either or both."> { let commutative = 1; let idempotent = 1; }
def BitXor : BitOperation<"bitwise_xor", "BitXor", "a ^ b", "LLVM::XOrOp", "Bits that are set in one of them."> { let commutative = 1; }
def BitNot : PointOperation<"bitwise_not", 1, SameType> {
  let name = "BitNot"; let cpp = "bitwise_not";
  let description = "All bits inverted.";
  let intReference = "~a"; let intLowering = "own:NotInt";
  let involution = 1;
}
def ShiftLeft : BitOperation<"shift_left", "ShiftLeft", "shiftLeft(a, b)", "own:ShiftLeft", "Bits moved up by b, zeros follow. A count that is negative or not below the width moves all bits out."> { let cost = 2; }
def ShiftRight : BitOperation<"shift_right", "ShiftRight", "shiftRight(a, b)", "own:ShiftRightInt", "Bits moved down by b; copies of the sign follow, zeros if unsigned. A count that is negative or not below the width moves all bits out."> {
  let uintReference = "shiftRightUnsigned(a, b)"; let uintLowering = "own:ShiftRightUInt"; let cost = 2;
}

//===----------------------------------------------------------------------===//
// Choice and conversion
//===----------------------------------------------------------------------===//

def Where : PointOperation<"select", 3, Select> {
  let name = "Where"; let cpp = "where";
  let description = "The second operand where the first is true, else the third. The other's NaN does not show.";
  let floatReference = "c0 ? b : c"; let intReference = "c0 ? b : c"; let boolReference = "c0 ? b : c";
  let floatLowering = "LLVM::SelectOp"; let intLowering = "LLVM::SelectOp"; let boolLowering = "LLVM::SelectOp";
}
def Cast : PointOperation<"cast", 1, Convert> {
  let name = "Cast"; let cpp = "astype";
  let description = "Conversion. Float to integer truncates and saturates, NaN gives 0; integers wrap; to bool: different from zero (NaN is true).";
  let floatReference = "own"; let intReference = "own"; let boolReference = "own";
  let floatLowering = "own:Cast"; let intLowering = "own:Cast"; let boolLowering = "own:Cast"; let flops = 0;
}

#endif // OPERATIONS_POINTOPERATIONS
