import { showConfig } from './portal-document.fixtures.ts';

// Import it before what reads the document.
showConfig({ environment: 'production' });
