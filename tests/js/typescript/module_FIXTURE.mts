export const typed: number = 1;
