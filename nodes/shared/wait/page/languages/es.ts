import type { Words } from './words';

/** Spanish */
export const es: Words = {
	question: 'Se necesita su respuesta',
	tool: 'Herramienta:',
	arguments: 'Argumentos',
	yourResponse: 'Su respuesta',
	atMost: { one: 'Como máximo # carácter', other: 'Como máximo # caracteres' },
	choose: 'Elija una opción',
	send: 'Enviar respuesta',
	approve: 'Aprobar',
	decline: 'Rechazar',
	respond: 'Responder',
	openLink: 'Si el botón no funciona, abra este enlace:',
	error: 'Error:',
	errors: {
		approval: 'La respuesta no se ha guardado. Pulse uno de los botones.',
		choice: 'La respuesta no se ha guardado. Elija una de las opciones.',
		freeText: 'La respuesta no se ha guardado. Escriba un texto.',
		tooLong: 'La respuesta no se ha guardado. Es demasiado larga. Acórtela.',
	},
	response: 'Respuesta',
	time: 'Fecha y hora',
	thanks: [
		'Gracias',
		'Su respuesta se ha guardado. Puede cerrar esta página; el enlace ya no se puede usar.',
	],
	decided: ['Ya se ha respondido', 'Ya se había guardado una respuesta. No se puede cambiar.'],
	old: [
		'Este enlace ya no es válido',
		'Un mensaje más reciente lo ha sustituido. Abra el enlace del mensaje más reciente.',
	],
	expired: ['El plazo para responder ha terminado', 'Este enlace ya no admite respuestas.'],
	notFound: [
		'Página no encontrada',
		'Abra de nuevo el enlace del mensaje o copie el enlace completo.',
	],
};
