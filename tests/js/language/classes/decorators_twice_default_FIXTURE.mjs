const dec = () => {};
@dec export default @dec class {}
