const dec = () => {};
@dec export const x = 1;
