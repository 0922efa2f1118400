import { defineMonolith } from '@portal/federation-build/monolith/define-monolith';

export default defineMonolith(new URL('./package.json', import.meta.url));
