throw new EvalError('module body');
