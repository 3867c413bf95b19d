/**
 * The fields that the items of each operation have by themselves, by its action. Written by `npm run docs`
 * from `__schema__`.
 */
export const itemFields: Record<string, string> = {
	'Send SMS': 'cost is_sent parts phone sms_id status',
	'Send SMS and wait for response': 'cost data is_sent messages parts phone sms_id status',
	'Get delivery of SMS': 'delivered is_delivered sent sms_id status',
	'Prepare SMS': 'alphaname already_existed error_text len message_id parts status time',
	'Send prepared SMS': 'is_sent message_id phone sms_id status',
	'Get status of prepared SMS': 'message_id status',
	'Get recipients of prepared SMS': 'd_sent is_delivered message_id phone status',
	'Get many prepared SMS': 'd_create message message_id parts status',
	'Create SMS mailing': 'message_id',
	'Confirm SMS mailing': 'is_sent message_id success',
	'Get SMS mailing': 'cost count_phones is_finished message_id',
	'Get recipients of SMS mailing': 'd_sent is_delivered message_id phone status',
	'Get many SMS mailings':
		'alphaname cost count_phones d_create d_schedule id is_finished name sms_delivered status',
	'Send SMS batch':
		'alphaname_id delivery_id errors indexes is_delivered is_sent message_id message_type name phone recipients status status_time success uuid',
	'Get status of SMS batch':
		'alphaname_id delivery_id errors is_delivered is_finished message_id name phone status status_time success uuid',
	'Send Viber message': 'is_sent message_id phone',
	'Send Viber message and wait for response': 'data is_sent message_id messages phone',
	'Get delivery of Viber message': 'error_code is_delivered message_id phone status',
	'Create Viber mailing': 'count_subscribers message_id',
	'Confirm Viber mailing': 'is_sent message_id success',
	'Get Viber mailing':
		'cost d_create d_schedule is_finished message message_id message_type status',
	'Get recipients of Viber mailing':
		'delivery_id error_code is_delivered message_id phone status',
	'Get many Viber mailings':
		'cost d_create d_schedule is_finished message message_id message_type status',
	'Send Viber batch':
		'alphaname_id delivery_id errors indexes is_delivered is_sent message_id message_type name phone recipients status status_time success uuid',
	'Get status of Viber batch':
		'alphaname_id delivery_id errors is_delivered is_finished message_id name phone status status_time success uuid',
	'Get many Viber replies': 'd_receiver id message message_id phone',
	'Mark Viber replies as read': 'marked message',
	'Send code by Telegram': 'code is_sent parts phone sms_id status token',
	'Send code by WhatsApp': 'code is_sent parts phone sms_id status token',
	'Check code': 'reason tries_left verified',
	'Send email': 'email email_id is_sent',
	'Send email and wait for response': 'data email email_id is_sent messages',
	'Send email mailing': 'count_emails is_sent message_id',
	'Get recipients of email mailing': 'email email_id error_text is_delivered message_id status',
	'Send email batch':
		'email email_id error_text indexes is_delivered is_sent message_id message_type name recipient recipients rejected sender_email sender_name status uuid',
	'Get status of email batch':
		'email_id error_text errors is_delivered is_finished message_id name recipient rejected sender_email sender_name status success uuid',
	'Unsubscribe address': 'email success',
	'Resubscribe address': 'email success',
	'Get many email templates': 'id title',
	'Create contact list': 'list_id',
	'Get many contact lists': 'list_id name params',
	'Import contacts': 'inserted invalid log updated',
	'Create template': 'id message name parts',
	'Fill in template': 'encoding message parts template_id template_name',
	'Get template': 'id message name parts',
	'Get many templates': 'id name',
	'Update template': 'id message name parts',
	'Delete template': 'deleted id',
};
