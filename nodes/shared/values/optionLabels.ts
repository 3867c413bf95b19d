export const LABELS = {
	maxRecipients: 'Max Recipients per Run',
	sendBetween: 'Send Between',
	sendOnceKey: 'Send Once Per Key',
};
