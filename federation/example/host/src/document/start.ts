// Runs before any bundle. A portal starts here what its pages need early.
performance.mark('start');
