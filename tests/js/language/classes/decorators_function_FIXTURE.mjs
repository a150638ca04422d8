const dec = () => {};
@dec export default function () {}
