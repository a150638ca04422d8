exports.typed = 2 as number;
