export const OPTION_LABELS = {
	maxRecipients: 'Max Recipients per Run',
	sendBetween: 'Send Between',
	sendOnceKey: 'Send Once Per Key',
};
