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
def Compare    : TypeRule<"Compare">;    // numbers or bools -> bool
def Logical    : TypeRule<"Logical">;    // bools -> bool
def Select     : TypeRule<"Select">;     // (bool, T, T) -> T, any T
def Convert    : TypeRule<"Convert">;    // any type -> the type asked for

/// One point operation. The reference text is C++ over `a`, `b`, `c` of the
/// type `T` (floats as they are; integers as unsigned where they must wrap);
/// the lowerings are operations of MLIR on scalars and vectors alike. An empty
/// text says that the type is not supported.
class PointOperation<string mnemonicText, int operandCount, TypeRule typeRule> {
  string mnemonic = mnemonicText;   // in the dialect
  string name = ?;                  // CamelCase: GT_<name>Op, OpCode::<name>
  string cpp = ?;                   // spelling in C++: an operator or a function's name
  int arity = operandCount;
  TypeRule rule = typeRule;
  string description = ?;           // for the documentation
  string floatReference = "";
  string intReference = "";
  string boolReference = "";
  string floatLowering = "";        // "arith::AddFOp", or "math:Exp" for the math table, or "own:<name>" for a hand-written one
  string intLowering = "";
  string boolLowering = "";
  int flops = 1;
  bit commutative = 0;
  bit involution = 0;               // f(f(x)) is x, bit for bit
  bit idempotent = 0;               // f(x, x) is x, or f(f(x)) is f(x), bit for bit
  int cost = 1;                     // cycles of a core's busiest port for 64 bytes of results (AVX-512)
}

class Arithmetic<string mnemonicText, string nameText, string cppText, string text> : PointOperation<mnemonicText, 2, SameType> {
  let name = nameText;
  let cpp = cppText;
  let description = text;
}
def Add : Arithmetic<"add", "Add", "+", "Sum. Integers wrap."> {
  let floatReference = "a + b"; let intReference = "a + b";
  let floatLowering = "arith::AddFOp"; let intLowering = "arith::AddIOp"; let commutative = 1;
}
def Sub : Arithmetic<"sub", "Sub", "-", "Difference. Integers wrap."> {
  let floatReference = "a - b"; let intReference = "a - b";
  let floatLowering = "arith::SubFOp"; let intLowering = "arith::SubIOp";
}
def Mul : Arithmetic<"mul", "Mul", "*", "Product. Integers wrap."> {
  let floatReference = "a * b"; let intReference = "wrappingProduct(a, b)";
  let floatLowering = "arith::MulFOp"; let intLowering = "arith::MulIOp"; let commutative = 1;
}
def Div : PointOperation<"div", 2, TrueDivide> {
  let name = "Div"; let cpp = "/";
  let description = "True division; integers are divided as f64. x / 0 is an infinity or NaN as IEEE 754 says.";
  let floatReference = "a / b"; let floatLowering = "arith::DivFOp";
  let cost = 9;
}
def Min : Arithmetic<"min", "Min", "min", "IEEE 754-2019 minimum: NaN if either is NaN; -0 is less than +0."> {
  let floatReference = "ieeeMinimum(a, b)"; let intReference = "signedMin(a, b)";
  let floatLowering = "arith::MinimumFOp"; let intLowering = "arith::MinSIOp"; let commutative = 1;
  let idempotent = 1;
}
def Max : Arithmetic<"max", "Max", "max", "IEEE 754-2019 maximum: NaN if either is NaN; -0 is less than +0."> {
  let floatReference = "ieeeMaximum(a, b)"; let intReference = "signedMax(a, b)";
  let floatLowering = "arith::MaximumFOp"; let intLowering = "arith::MaxSIOp"; let commutative = 1;
  let idempotent = 1;
}
def Neg : PointOperation<"neg", 1, SameType> {
  let name = "Neg"; let cpp = "-";
  let description = "Negation. Flips the sign of zero and NaN too; the least integer is its own negative.";
  let floatReference = "-a"; let intReference = "0 - a";
  let floatLowering = "arith::NegFOp"; let intLowering = "own:NegInt";
  let involution = 1;
}
def Abs : PointOperation<"abs", 1, SameType> {
  let name = "Abs"; let cpp = "abs";
  let description = "Absolute value. The least integer is its own absolute value.";
  let floatReference = "std::fabs(a)"; let intReference = "wrappingAbs(a)";
  let floatLowering = "math::AbsFOp"; let intLowering = "own:AbsInt";
  let idempotent = 1;
}
def Sqrt : PointOperation<"sqrt", 1, FloatOnly> {
  let name = "Sqrt"; let cpp = "sqrt"; let flops = 1;
  let description = "Square root, correctly rounded; NaN below zero.";
  let floatReference = "std::sqrt(a)"; let floatLowering = "math::SqrtOp";
  let cost = 16;
}
def Exp : PointOperation<"exp", 1, FloatOnly> {
  let name = "Exp"; let cpp = "exp"; let flops = 20;
  let description = "Exponential function, below 1 ulp.";
  let floatReference = "mathExp(a)"; let floatLowering = "math:Exp";
  let cost = 30;
}
def Log : PointOperation<"log", 1, FloatOnly> {
  let name = "Log"; let cpp = "log"; let flops = 20;
  let description = "Natural logarithm, below 1 ulp; -inf at zero, NaN below.";
  let floatReference = "mathLog(a)"; let floatLowering = "math:Log";
  let cost = 36;
}

class Comparison<string mnemonicText, string nameText, string cppText, string text> : PointOperation<mnemonicText, 2, Compare> {
  let name = nameText;
  let cpp = cppText;
  let description = text;
  let floatReference = "a " # cppText # " b";
  let intReference = "asSigned(a) " # cppText # " asSigned(b)";
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

class LogicalOperation<string mnemonicText, string nameText, string cppText, string op, string text> : PointOperation<mnemonicText, 2, Logical> {
  let name = nameText;
  let cpp = cppText;
  let description = text;
  let boolReference = "a " # cppText # " b";
  let boolLowering = op;
  let commutative = 1;
}
def And : LogicalOperation<"and", "And", "&", "arith::AndIOp", "Both."> { let idempotent = 1; }
def Or  : LogicalOperation<"or", "Or", "|", "arith::OrIOp", "Either or both."> { let idempotent = 1; }
def Xor : LogicalOperation<"xor", "Xor", "^", "arith::XOrIOp", "Either, not both.">;
def Not : PointOperation<"not", 1, Logical> {
  let name = "Not"; let cpp = "!";
  let description = "Not.";
  let boolReference = "!a"; let boolLowering = "own:NotBool";
  let involution = 1;
}
def Where : PointOperation<"select", 3, Select> {
  let name = "Where"; let cpp = "where";
  let description = "The second operand where the first is true, else the third. The other's NaN does not show.";
  let floatReference = "c0 ? b : c"; let intReference = "c0 ? b : c"; let boolReference = "c0 ? b : c";
  let floatLowering = "arith::SelectOp"; let intLowering = "arith::SelectOp"; let boolLowering = "arith::SelectOp";
}
def Cast : PointOperation<"cast", 1, Convert> {
  let name = "Cast"; let cpp = "astype";
  let description = "Conversion. Float to integer truncates and saturates, NaN gives 0; integers wrap; to bool: different from zero (NaN is true).";
  let floatReference = "own"; let intReference = "own"; let boolReference = "own";
  let floatLowering = "own:Cast"; let intLowering = "own:Cast"; let boolLowering = "own:Cast"; let flops = 0;
}

#endif // OPERATIONS_POINTOPERATIONS
