export const name = 'in the folder';
