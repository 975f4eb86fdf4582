-- pivot sales.csv --rows label --values 'sum(profit),count(),sum(revenue) where units > 10' --let 'profit = revenue - cost' --let 'label = upper(left(product, 2)) & year(date)'
select case grouping(label) when 1 then 'Total' else label end, sum(revenue - cost), count(*), sum(revenue) filter (units > 10)
from (select *, upper(left(product, 2)) || year(date) as label from sales)
group by rollup(label)
order by grouping(label), label nulls last
