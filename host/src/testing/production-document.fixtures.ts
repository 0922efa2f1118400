import { showEnvironment } from './portal-document.fixtures.ts';

// Import it before what reads the document.
showEnvironment('production');
