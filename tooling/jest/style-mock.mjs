// A CSS module in a test: every class is its own name.
export default new Proxy({}, { get: (_target, name) => (typeof name === 'string' ? name : undefined) });
