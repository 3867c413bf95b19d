import type { Words } from './words';

/** French */
export const fr: Words = {
	question: 'Votre réponse est attendue',
	tool: 'Outil\u00a0:',
	arguments: 'Arguments',
	yourResponse: 'Votre réponse',
	atMost: { one: '# caractère au maximum', other: '# caractères au maximum' },
	choose: 'Choisissez une option',
	send: 'Envoyer la réponse',
	approve: 'Approuver',
	decline: 'Refuser',
	respond: 'Répondre',
	openLink: 'Si le bouton ne fonctionne pas, ouvrez ce lien\u00a0:',
	error: 'Erreur\u00a0:',
	errors: {
		approval: 'La réponse n’a pas été enregistrée. Cliquez sur un des boutons.',
		choice: 'La réponse n’a pas été enregistrée. Choisissez l’une des options.',
		freeText: 'La réponse n’a pas été enregistrée. Saisissez un texte.',
		tooLong: 'La réponse n’a pas été enregistrée. Elle est trop longue. Raccourcissez-la.',
	},
	response: 'Réponse',
	time: 'Date et heure',
	thanks: [
		'Merci',
		'Votre réponse a été enregistrée. Vous pouvez fermer cette page\u00a0; le lien ne peut plus être utilisé.',
	],
	decided: [
		'Une réponse a déjà été donnée',
		'Une réponse a été enregistrée auparavant. Elle ne peut plus être modifiée.',
	],
	old: [
		'Ce lien n’est plus valable',
		'Un message plus récent l’a remplacé. Ouvrez le lien du message le plus récent.',
	],
	expired: ['Le délai de réponse est dépassé', 'Ce lien n’accepte plus de réponse.'],
	notFound: [
		'Page introuvable',
		'Ouvrez de nouveau le lien du message, ou copiez le lien en entier.',
	],
};
