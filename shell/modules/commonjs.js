// CommonJS modules and the module `node:module`: a function that gets what the shell does for it, and returns
// what the shell calls (shell/modules.cc). It runs when a program first needs it, once a realm. Of its
// functions, stacks show those that modules.cc names.
//
// The shell has these functions:
//   resolve(id, filename, folders)      [path, format] for `require`; throws where there is none
//   resolveImport(specifier, referrer)  [URL, format] for `import`
//   read(path)                          the text of a file
//   bundledCode(path)                   the function around a CommonJS module that an image has
//   compile(text, path, name, may_be_module, is_typescript)   the function around a CommonJS module;
//                                       undefined: the text is a module, and known as one now
//   requireModule(path, text, is_typescript)   the namespace of an evaluated module, as `require` gives it
//   lookupFolders(folder)               the folders node_modules for it
//   folderOf(path), formatOf(path), urlOf(path), pathOf(URL) (undefined: no file URL), decode(bytes)
//   dataOf(URL)                         [format, text] of a data: URL; undefined: it is none
//   conditions                          those that the command line adds
(function (host) {
  'use strict';
  const { resolve: resolveRequire, resolveImport, read, bundledCode, compile, requireModule, lookupFolders, folderOf, formatOf,
          urlOf, pathOf, decode, dataOf } = host;
  const apply = Reflect.apply;
  const functionCall = Function.prototype.call;
  const captureStackTrace = Error.captureStackTrace;
  const hasOwn = Object.hasOwn;
  const define = Object.defineProperty;
  const parseJson = JSON.parse;
  const isArray = Array.isArray;
  const isView = ArrayBuffer.isView;
  const TheArrayBuffer = ArrayBuffer;
  const freeze = Object.freeze;

  const cache = { __proto__: null };  // path: Module
  const builtinModules = freeze(['module']);
  let mainModule;

  function push(list, value) {
    define(list, list.length, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  }
  function failure(Type, code, message) {
    const error = new Type(message);
    error.code = code;
    return error;
  }
  function wrongType(name, wanted, value) {
    const what = value === null ? 'null' : typeof value;
    return failure(TypeError, 'ERR_INVALID_ARG_TYPE', `The "${name}" argument must be ${wanted}, not ${what}`);
  }
  function checkId(id, name) {
    if (typeof id !== 'string') throw wrongType(name, 'of type string', id);
    if (id === '') {
      throw failure(TypeError, 'ERR_INVALID_ARG_VALUE', `The argument '${name}' must be a non-empty string`);
    }
  }

  function Module(id = '', parent) {
    this.id = id;
    this.path = folderOf(id);
    this.exports = {};
    define(this, 'parent', { __proto__: null, value: parent, writable: true, configurable: true });
    this.filename = null;
    this.loaded = false;
    this.children = [];
    this.paths = [];
  }
  Module.prototype.require = function require(id) {
    checkId(id, 'id');
    return load(id, this, require);
  };

  function newModule(path, parent) {
    const module = new Module(path, parent);
    module.filename = path;
    module.paths = lookupFolders(module.path);
    if (parent !== undefined) push(parent.children, module);
    return module;
  }
  function adopt(parent, module) {
    if (parent === undefined) return;
    const { children } = parent;
    for (let i = 0; i < children.length; i++) {
      if (children[i] === module) return;
    }
    push(children, module);
  }
  function disown(parent, module) {
    if (parent === undefined) return;
    const kept = [];
    for (let i = 0; i < parent.children.length; i++) {
      if (parent.children[i] !== module) push(kept, parent.children[i]);
    }
    parent.children = kept;
  }

  function requireStack(parent) {
    const stack = [];
    for (let module = parent; module !== undefined && stack.length < 1000; module = module.parent) {
      push(stack, module.filename ?? module.id);
    }
    return stack;
  }
  // [path, format], or with hooks [path, format, URL]. Errors say that they come from the caller of `boundary`.
  function find(id, parent, boundary, folders) {
    try {
      if (hooks.length > 0 && folders === undefined) return findHooked(id, parent);
      return resolveRequire(id, parent.filename, folders);
    } catch (error) {
      if (error?.code === 'MODULE_NOT_FOUND' && !hasOwn(error, 'requireStack')) {
        error.requireStack = requireStack(parent);
      }
      if (hooks.length === 0) captureStackTrace(error, boundary);
      throw error;
    }
  }

  function load(id, parent, boundary) {
    const found = find(id, parent, boundary);
    const path = found[0];
    if (found[1] === 'builtin') return builtin(path);
    const known = cache[path];
    if (known !== undefined) {
      adopt(parent, known);
      return known.exports;
    }
    const module = newModule(path, parent);
    if (hooks.length > 0) {
      const loaded = loadHooked(found[2], found[1], {}, conditionsOf('require'));
      return evaluate(module, parent, path, ...loaded);
    }
    return evaluate(module, parent, path, found[1]);
  }

  // A module that fails is taken out of the cache again.
  function evaluate(module, parent, path, format, text, isTypeScript, code) {
    cache[path] = module;
    let done = false;
    try {
      run(module, path, format, text, isTypeScript, code);
      done = true;
    } finally {
      if (!done) {
        delete cache[path];
        disown(parent, module);
      }
    }
    return module.exports;
  }

  function run(module, path, format, text, isTypeScript, code) {
    switch (format) {
      case 'builtin': module.exports = builtin(path); break;
      case 'json': module.exports = readJson(path, text ?? read(path)); break;
      case 'addon':
        throw failure(Error, 'ERR_DLOPEN_FAILED', `${path} is an addon, machine code; this program loads none`);
      case 'module': module.exports = requireModule(path, text, isTypeScript); break;
      default:
        if (text === undefined) code ??= bundledCode(path);
        if (code === undefined) {
          text ??= read(path);
          code = compile(text, path, path, format !== 'commonjs', isTypeScript);
        }
        if (code === undefined) {
          module.exports = requireModule(path, text, isTypeScript);
          break;
        }
        // Unlike Reflect.apply, it is in no stack.
        define(code, 'call', { __proto__: null, value: functionCall });
        code.call(module.exports, module.exports, newRequire(module), module, path, folderOf(path));
    }
    module.loaded = true;
  }

  function readJson(path, text) {
    if (text[0] === '\uFEFF') text = apply(String.prototype.slice, text, [1]);
    try {
      return parseJson(text);
    } catch (error) {
      error.message = `${path}: ${error.message}`;
      throw error;
    }
  }

  function isRelative(request) {
    const second = request[0] === '.' ? request[1] : '';
    return second === undefined || second === '/' || second === '.';
  }

  function newRequire(module) {
    function require(id) {
      checkId(id, 'id');
      return load(id, module, require);
    }
    require.resolve = function resolve(request, options) {
      checkId(request, 'request');
      const paths = options?.paths;
      if (paths === undefined) {
        const found = find(request, module, resolve);
        return found[1] === 'builtin' ? request : found[0];
      }
      if (!isArray(paths)) throw wrongType('options.paths', 'an array of strings', paths);
      const folders = [];
      for (let i = 0; i < paths.length; i++) {
        if (typeof paths[i] !== 'string') throw wrongType('options.paths', 'an array of strings', paths[i]);
        push(folders, paths[i]);
      }
      const found = find(request, module, resolve, folders);
      return found[1] === 'builtin' ? request : found[0];
    };
    require.resolve.paths = function paths(request) {
      checkId(request, 'request');
      if (isBuiltin(request)) return null;
      return isRelative(request) ? [module.path] : lookupFolders(module.path);
    };
    require.main = mainModule;
    require.cache = cache;
    return require;
  }

  // ---- node:module ----

  function isBuiltin(name) {
    return name === 'module' || name === 'node:module';
  }
  function builtin(name) {
    return Module;  // it is the only one
  }
  function createRequire(filename) {
    const given = typeof filename === 'object' && filename !== null ? filename.href : filename;
    let path = given;
    if (typeof given === 'string' && given[0] !== '/') path = pathOf(given);
    if (typeof path !== 'string' || path[0] !== '/') {
      throw failure(TypeError, 'ERR_INVALID_ARG_VALUE',
                    `The argument 'filename' must be a file URL or an absolute path, not ${String(given)}`);
    }
    if (path[path.length - 1] === '/') path += 'noop.js';
    const module = new Module(path);
    module.filename = path;
    module.paths = lookupFolders(module.path);
    return newRequire(module);
  }

  const members = { __proto__: null, Module, builtinModules, createRequire, isBuiltin, registerHooks };
  for (const name in members) {
    define(Module, name, { __proto__: null, value: members[name], writable: true, enumerable: true,
                           configurable: true });
  }
  Module._cache = cache;

  // ---- Hooks: the last that was registered is asked first ----

  const hooks = [];
  function registerHooks(options) {
    if (typeof options !== 'object' || options === null) throw wrongType('hooks', 'an object', options);
    const { resolve, load } = options;
    for (const [name, hook] of [['resolve', resolve], ['load', load]]) {
      if (hook !== undefined && typeof hook !== 'function') throw wrongType(`hooks.${name}`, 'a function', hook);
    }
    const entry = { resolve, load };
    push(hooks, entry);
    loader.hooked = true;
    return {
      deregister() {
        for (let i = 0; i < hooks.length; i++) {
          if (hooks[i] !== entry) continue;
          for (; i + 1 < hooks.length; i++) hooks[i] = hooks[i + 1];
          hooks.length--;
        }
        loader.hooked = hooks.length > 0;
      },
    };
  }

  function conditionsOf(kind) {
    const conditions = ['node', kind, 'module-sync', 'node-addons'];
    for (let i = 0; i < host.conditions.length; i++) push(conditions, host.conditions[i]);
    return conditions;
  }
  // Runs the hooks of a kind from `last` down, and then `byDefault`.
  function chain(kind, last, byDefault, subject, context) {
    let i = last;
    while (i >= 0 && hooks[i][kind] === undefined) i--;
    if (i < 0) return byDefault(subject, context);
    let wentOn = false;
    const result = apply(hooks[i][kind], undefined, [subject, context, (nextSubject, nextContext) => {
      wentOn = true;
      return chain(kind, i - 1, byDefault, nextSubject === undefined ? subject : nextSubject,
                   { ...context, ...nextContext });
    }]);
    if (typeof result !== 'object' || result === null) {
      throw failure(TypeError, 'ERR_INVALID_RETURN_VALUE', `The ${kind} hook must return an object`);
    }
    if (!wentOn && !result.shortCircuit) {
      throw failure(Error, 'ERR_LOADER_CHAIN_INCOMPLETE',
                    `The ${kind} hook neither called the next one nor returned shortCircuit: true`);
    }
    return result;
  }
  function publicFormat(format) {
    return format === 'syntax' || format === 'unknown' ? undefined : format;
  }
  // [URL, format]
  function resolveHooked(specifier, parentURL, importAttributes, conditions, byDefault) {
    const context = { conditions, importAttributes, parentURL };
    const result = chain('resolve', hooks.length - 1, byDefault, specifier, context);
    if (typeof result.url !== 'string') {
      throw failure(TypeError, 'ERR_INVALID_RETURN_PROPERTY_VALUE', 'A resolve hook must return a url, a string');
    }
    return [result.url, result.format];
  }
  // [format, text, is_typescript]
  function loadHooked(url, format, importAttributes, conditions) {
    if (url === undefined) return [format];
    const context = { conditions, format: publicFormat(format), importAttributes };
    const result = chain('load', hooks.length - 1, (url, { format }) => {
      const path = pathOf(url);
      const data = dataOf(url);
      if (data !== undefined) return { format: format ?? data[0], source: data[1] };
      if (path === undefined) {
        throw failure(Error, 'ERR_UNSUPPORTED_ESM_URL_SCHEME',
                      `Only file:, data: and node: URLs are loaded without a hook, not ${url}`);
      }
      return { format: format ?? publicFormat(formatOf(path)), source: read(path) };
    }, url, context);
    let { format: loaded, source } = result;
    let isTypeScript;
    if (loaded === 'commonjs-typescript' || loaded === 'module-typescript') {
      isTypeScript = true;
      loaded = loaded === 'module-typescript' ? 'module' : 'commonjs';
    }
    if (loaded === undefined || loaded === null) loaded = 'syntax';
    if (loaded !== 'commonjs' && loaded !== 'module' && loaded !== 'json' && loaded !== 'syntax') {
      throw failure(TypeError, 'ERR_UNKNOWN_MODULE_FORMAT', `Unknown module format '${loaded}' for ${url}`);
    }
    if (isView(source) || source instanceof TheArrayBuffer) source = decode(source);
    if (source === null) source = undefined;
    if (source !== undefined && typeof source !== 'string') {
      throw failure(TypeError, 'ERR_INVALID_RETURN_PROPERTY_VALUE',
                    'A load hook must return a source: text, an ArrayBuffer or a view of one');
    }
    return [loaded, source, isTypeScript];
  }
  function keyOf(url) {
    return pathOf(url) ?? url;
  }
  // [path or URL, format, URL]; the URL is undefined where there is nothing for load hooks to do.
  function findHooked(id, parent) {
    const [url, format] = resolveHooked(id, urlOf(parent.filename), {}, conditionsOf('require'),
                                        (specifier, { parentURL }) => {
      const found = resolveRequire(specifier, keyOf(parentURL), undefined);
      return found[1] === 'builtin' ? { url: `node:${found[0]}`, format: 'builtin' }
                                    : { url: urlOf(found[0]), format: publicFormat(found[1]) };
    });
    if (isBuiltin(url)) return ['module', 'builtin'];
    return [keyOf(url), format, url];
  }

  const loader = {
    __proto__: null,
    hooked: false,
    Module,
    members,
    createRequire,
    // Runs the function around the program, and returns what that exports.
    runMain(path, code) {
      mainModule = newModule(path);
      mainModule.id = '.';
      evaluate(mainModule, undefined, path, 'commonjs', undefined, undefined, code);
      return mainModule.exports;
    },
    // A module that imports a CommonJS module gets these: `default`, `module.exports`, then the names.
    steps(path, names, format, text, isTypeScript, code) {
      return () => {
        const known = cache[path];
        const exports = known === undefined
          ? evaluate(newModule(path), undefined, path, format, text, isTypeScript, code) : known.exports;
        const values = [exports, exports];
        const isObject = typeof exports === 'function' || (typeof exports === 'object' && exports !== null);
        for (let i = 0; i < names.length; i++) {
          let value;
          try {
            if (isObject && hasOwn(exports, names[i])) value = exports[names[i]];
          } catch {
            // A getter that throws leaves the name undefined.
          }
          push(values, value);
        }
        return values;
      };
    },
    // For import, where there are hooks: [path or URL, format, URL], then [format, text, is_typescript].
    resolveImport(specifier, parentURL, attributes) {
      const [url, format] = resolveHooked(specifier, parentURL, attributes, conditionsOf('import'),
                                          (specifier, { parentURL }) => {
        const found = resolveImport(specifier, parentURL);
        return { url: found[0], format: publicFormat(found[1]) };
      });
      return isBuiltin(url) ? ['module', 'builtin', url] : [keyOf(url), format, url];
    },
    loadImport(url, format, attributes) {
      return loadHooked(url, format, attributes, conditionsOf('import'));
    },
  };
  return loader;
})
