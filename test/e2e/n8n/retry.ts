/**
 * A loaded machine can be too slow for a browser once; a test that fails is run again, and the first
 * error stays in the log.
 */
jest.retryTimes(1, { logErrorsBeforeRetry: true });
