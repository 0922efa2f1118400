import { configure } from '@testing-library/dom';
import '@testing-library/jest-dom/jest-globals';
import './fail-on-console.mjs';

// Milliseconds that a test waits for an element. One second, the default, is too short on a busy machine.
configure({ asyncUtilTimeout: 5_000 });
