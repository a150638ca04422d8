const dec = () => {};
@dec export @dec class C {}
