import { format } from 'node:util';

// React, Testing Library and our own code report some faults only on the console. They fail the test.
const messages = [];

for (const level of ['error', 'warn']) {
  console[level] = (...parts) => messages.push(`console.${level}: ${format(...parts)}`);
}

afterEach(() => {
  const found = messages.splice(0);
  if (found.length > 0) throw new Error(found.join('\n\n'));
});
