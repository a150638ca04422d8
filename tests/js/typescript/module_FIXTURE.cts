export const typed: number = 2;
