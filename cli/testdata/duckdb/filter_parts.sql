-- pivot sales.csv --rows region --cols product --values 'count(),sum(revenue)' --filter '(monthname(date) in ("January", "May") or weekday(date) between 6 and 7 or trunc(date, month) = "2024-08") and not (units between 0 and 4) and (city like "%o_o" or city iequals "RENO" or city ibegins "k" or city is null or product not in ("Desk", "Lamp"))'
with t as (
    select * from sales
    where (month(date) in (1, 5) or isodow(date) between 6 and 7 or date_trunc('month', date) = date '2024-08-01') and not (units between 0 and 4)
        and (city like '%o_o' or lower(city) = 'reno' or starts_with(lower(city), 'k') or city is null or product not in ('Desk', 'Lamp'))
), g as (
    select grouping(region) as level, region, case grouping(product) when 1 then 'total' else coalesce(product, 'none') end as label, count(*) as n, sum(revenue) as s
    from t
    group by rollup(region), rollup(product)
)
select case level when 1 then 'Total' else region end, columns(* exclude (level, region))
from (pivot g on label in ('Chair', 'Desk', 'Lamp', 'Shelf', 'none', 'total') using first(n) as n, first(s) as s group by level, region)
order by level, region nulls last
