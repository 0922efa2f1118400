import '@testing-library/jest-dom/jest-globals';
import './fail-on-console.mjs';
