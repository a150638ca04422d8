import source there from '<module source>';
export { there };
