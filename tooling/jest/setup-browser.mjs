import { configure } from '@testing-library/dom';
import '@testing-library/jest-dom/jest-globals';
import './fail-on-console.mjs';

// Milliseconds that a test waits for an element. Tests do not shorten it: a busy machine must not fail them.
configure({ asyncUtilTimeout: 20_000 });

// jsdom has no layout to scroll.
Element.prototype.scrollIntoView ??= () => undefined;
