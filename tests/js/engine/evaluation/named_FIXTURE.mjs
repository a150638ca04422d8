export const name = 'here';
