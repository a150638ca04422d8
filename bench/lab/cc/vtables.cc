// A family of classes as clients have them: eight classes of twelve virtual functions each.
struct Base {
  virtual ~Base() = default;
  virtual int A(int x) { return x + 1; }
  virtual int B(int x) { return x + 2; }
  virtual int C(int x) { return x + 3; }
  virtual int D(int x) { return x + 4; }
  virtual int E(int x) { return x + 5; }
  virtual int F(int x) { return x + 6; }
  virtual int G(int x) { return x + 7; }
  virtual int H(int x) { return x + 8; }
  virtual int I(int x) { return x + 9; }
  virtual int J(int x) { return x + 10; }
};
template <int n>
struct Derived : Base {
  int A(int x) override { return x * n; }
  int J(int x) override { return x - n; }
};
Base* Make(int kind) {
  switch (kind) {
    case 0: return new Derived<1>;
    case 1: return new Derived<2>;
    case 2: return new Derived<3>;
    case 3: return new Derived<4>;
    case 4: return new Derived<5>;
    case 5: return new Derived<6>;
    case 6: return new Derived<7>;
    default: return new Base;
  }
}
