import { configure } from '@testing-library/dom';
import '@testing-library/jest-dom/jest-globals';
import './fail-on-console.mjs';

// Milliseconds a test waits for what has to appear; a busy machine takes more than the library's one second.
configure({ asyncUtilTimeout: 5_000 });
