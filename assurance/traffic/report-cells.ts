// Runs the test of report cells of the BFF with 1,000 random filters each for calls and messages. npm test tries 25.
import { repeatTest } from './repeated-test.ts';

repeatTest('report-cells', 'REPORT_CELL_RUNS', 1_000);
