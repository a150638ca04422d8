const type: string = 'type';
export type AR = number;
export const value: string = 'value';
export { type };
export default 'default' as string;
